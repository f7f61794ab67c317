import { useT } from '#ui/interface.tsx';
import { State } from '#ui/kit/state.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import type { Status } from '../reservation.rules.ts';

/** The state of a reservation; if it is scheduled, also whether it has conflicts. */
export function ReservationState({ status, hasConflict }: { status: Status; hasConflict: boolean }) {
  const t = useT<ReservationWords>();
  if (status === 'scheduled' && hasConflict) return <State tone="warn">{t('reservation.conflict')}</State>;
  const tone = status === 'applied' ? 'live' : status === 'failed' ? 'warn' : undefined;
  return <State tone={tone}>{t(`reservation.status_${status}`)}</State>;
}
