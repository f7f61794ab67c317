import { client } from '#client/api.ts';
import { confirm, reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { ReservationApi } from '../reservation.contract.ts';
import type { ReservationWords } from '../reservation.messages.ts';
import type { Decision, Status } from '../reservation.rules.ts';

const call = client<ReservationApi>();

/** A reservation to decide about. */
export interface Decided {
  res_idx: number;
  status: Status;
  version: number;
  /** The newest version of the collection, if it is shown as well. */
  newest?: number | null;
}

/** Decides a conflict of a reservation, or cancels it, and then reloads the page. */
export function useDecision() {
  const t = useT<ReservationWords>();
  const act = useAct();
  const decide = async ({ res_idx, status, version, newest }: Decided, decision: Decision) => {
    const when = status === 'failed' ? 'now' : 'body';
    const question = {
      title: t(`reservation.${decision}_title`),
      body: t(`reservation.${decision}_${when}`),
      agree: t(decision === 'anyway' ? 'reservation.apply_anyway' : 'reservation.rebase'),
    };
    if (!(await confirm(question))) return;
    const base = decision === 'rebase' && newest ? { based_on: newest } : {};
    const body = { decide: decision, version, ...base };
    const { results } = await call('PUT /api/v1/reservation/:res_idx', { params: { res_idx }, body });
    reloadWith(t('reservation.decided'), results.act_idx);
  };
  const cancel = async ({ res_idx, version }: Decided) => {
    const question = {
      title: t('reservation.cancel_title'),
      body: t('reservation.cancel_body'),
      agree: t('reservation.cancel'),
      dismiss: t('reservation.keep', { count: 1 }),
      danger: true,
    };
    if (!(await confirm(question))) return;
    const { results } = await call('DELETE /api/v1/reservation/:res_idx', { params: { res_idx }, body: { version } });
    reloadWith(t('reservation.cancelled'), results.act_idx);
  };
  return {
    decide: (of: Decided, decision: Decision) => act(() => decide(of, decision), t('reservation.decide_failed')),
    cancel: (of: Decided) => act(() => cancel(of), t('reservation.cancel_failed')),
  };
}
