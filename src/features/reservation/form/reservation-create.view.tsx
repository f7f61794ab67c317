import type { Choice } from '#ui/form/record-values.rules.ts';
import { useT } from '#ui/interface.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { Breadcrumbs } from '#ui/record/breadcrumbs.tsx';
import type { Current } from '../reservation.contract.ts';
import type { ReservationWords } from '../reservation.messages.ts';
import { ReservationForm } from './reservation-form.tsx';
import { type ReservationStart, useReservationForm } from './use-reservation-form.ts';

interface ReservationCreateProps {
  /** The collection it is opened for, if any. */
  current: Current | null;
  start: ReservationStart;
  currencies: readonly Choice[];
}

/** Creates a scheduled change of a collection. */
export default function ReservationCreate({ current, start, currencies }: ReservationCreateProps) {
  const t = useT<ReservationWords>();
  const state = useReservationForm(null, current, start);
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('reservation.heading'), href: '/reservation' }]} />
      <PageHead title={t('reservation.create')} />
      <ReservationForm of={state} currencies={currencies} isNew />
    </>
  );
}
