import { client } from '#client/api.ts';
import { confirm, notify, reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { useBulkWork } from '#ui/table/use-bulk-work.ts';
import type { ListSelection } from '#ui/table/use-list-selection.ts';
import { WorkProgress } from '#ui/table/work-progress.tsx';
import type { ReservationApi } from '../reservation.contract.ts';
import type { ReservationWords } from '../reservation.messages.ts';
import type { ReservationFilter } from '../reservation-filter.contract.ts';

const call = client<ReservationApi>();

/** The actions for the selected reservations. */
export function SelectionActs({ selection, filter }: { selection: ListSelection; filter: ReservationFilter }) {
  const t = useT<ReservationWords>();
  const act = useAct();
  const work = useBulkWork();
  const cancel = async () => {
    const chosen = selection.over(filter);
    const send = (dry_run: boolean) => call('DELETE /api/v1/reservation', { body: { selection: chosen, dry_run } });
    const { results } = await send(true);
    if (results.changed === 0) return notify({ message: t('reservation.cancel_none') });
    const question = {
      title: t('reservation.cancel_many_title', { count: results.changed }),
      body: t('reservation.cancel_body'),
      agree: t('reservation.cancel_many'),
    };
    if (!(await confirm(question))) return;
    const { changed, act_idx } = await work.run(async () => (await send(false)).results);
    selection.clear();
    reloadWith(t('reservation.cancelled_many', { count: changed }), act_idx);
  };
  if (work.running) return <WorkProgress of={work} />;
  return (
    <button type="button" className={button.button} onClick={() => act(cancel, t('reservation.cancel_failed'))}>
      {t('reservation.cancel_many')}
    </button>
  );
}
