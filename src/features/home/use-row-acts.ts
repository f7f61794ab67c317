import { client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { taskApi } from './home.contract.ts';
import type { HomeWords } from './home.messages.ts';
import { thingsOf } from './inbox.rules.ts';
import type { InboxRow } from './inbox.service.ts';

const call = client<typeof taskApi>();
const show = () => navigateInPage(location.pathname + location.search);

/** What can be done with a row of the inbox. */
export function useRowActs({ kind, title, tasks }: InboxRow) {
  const t = useT<HomeWords>();
  const act = useAct();
  const seen = { kind, things: thingsOf(tasks) };
  const doing = (run: () => Promise<unknown>) => () =>
    act(async () => {
      // Where it was refused, a colleague was faster: who that was is shown too.
      await run().finally(show);
    }, t('home.row_failed'));
  const wake = doing(() => call('DELETE /api/v1/task/snooze', { query: { kind } }));
  return {
    wake,
    snooze: (until: string | undefined) =>
      doing(async () => {
        await call('POST /api/v1/task/snooze', { body: { ...seen, ...(until !== undefined && { until }) } });
        void notify({ message: t('home.snoozed', { title }), undo: wake });
      })(),
    take: doing(() => call('POST /api/v1/task/take', { body: seen })),
    release: doing(() => call('DELETE /api/v1/task/take', { query: { kind } })),
  };
}
