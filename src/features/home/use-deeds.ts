import { client } from '#client/api.ts';
import { confirm, notify } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { pageAddress } from '#client/office-path.ts';
import type { DeedApi } from '#kernel/desk/home.contract.ts';
import type { TaskDeed } from '#kernel/desk/home.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { useBulkWork } from '#ui/page/use-bulk-work.ts';
import type { HomeWords } from './home.messages.ts';

const call = client<DeedApi>();
const show = () => navigateInPage(pageAddress());

/** Does what deals with a task where it stands, after its question if readers feel it. */
export function useDeeds(): (deed: TaskDeed) => void {
  const t = useT<HomeWords>();
  const act = useAct();
  const work = useBulkWork();
  const send = async ({ call: key, body }: Pick<TaskDeed, 'call' | 'body'>, over?: object) =>
    (await call(key, { body: body || over ? { ...body, ...over } : undefined })).results;
  const isAgreed = async (deed: TaskDeed): Promise<boolean> => {
    if (!deed.asks) return true;
    const { question, changed } = await send(deed, { dry_run: true });
    const { title = deed.label, body = '', figures = [], lost_in: lostIn } = question ?? {};
    if (changed !== 0) return confirm({ title, body, figures, lostIn, agree: deed.label });
    await notify({ message: title });
    return false;
  };
  return (deed) =>
    act(async () => {
      if (!(await isAgreed(deed))) return;
      const { back } = deed;
      const did = await work.run(async () => ({ changed: 0, ...(await send(deed).finally(show)) }));
      const reverse = back && (() => act(async () => void (await send(back).finally(show)), t('home.row_failed')));
      void notify({ message: deed.done, undo: did.act_idx ?? reverse, undone: show });
    }, t('home.row_failed'));
}
