import { ComparisonView } from '#features/version/version.public.tsx';
import { useT } from '#ui/interface.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Note } from '#ui/kit/note.tsx';
import { AwaitsApproval } from '#ui/record/awaits-approval.tsx';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import { useRecordSteps } from '#ui/page/record-steps.ts';
import { RecordBar } from '#ui/record/record-bar.tsx';
import { RecordHero } from '#ui/record/record-hero.tsx';
import { reservationList } from '../list/reservation-filter.rules.ts';
import { ConflictNotes, DecisionActs } from '../parts/conflict-notes.tsx';
import { ReservationState } from '../parts/reservation-state.tsx';
import { ReservationTime } from '../parts/reservation-time.tsx';
import { useTargetText } from '../parts/reserved-value.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import { hasConflict } from '../conflict.rules.ts';
import { reservationHref, scheduledHref } from '../reservation.rules.ts';
import { EditSection } from './edit-section.tsx';
import type { RecordProps } from './reservation-record.read.ts';

/** A reservation: what it changes and when, its conflicts, and the form to edit it. */
export default function ReservationRecordView(props: RecordProps) {
  const { reservation, changes, since, current } = props;
  const t = useT<ReservationWords>();
  const targetText = useTargetText();
  const { res_idx, cid, title, status, conflicts, problem } = reservation;
  const steps = useRecordSteps(reservationList, String(res_idx));
  const decided = { ...reservation, newest: current?.newest ?? null };
  const isOpen = status === 'scheduled' || status === 'failed';
  const name = `${targetText(reservation)}: ${title}`;
  return (
    <>
      <RecordBar
        crumbs={[{ label: t('reservation.heading'), href: '/reservation' }]}
        steps={steps}
        hrefOf={reservationHref}
      />
      <RecordHero
        state={<ReservationState status={status} hasConflict={hasConflict(conflicts)} />}
        title={name}
        line={<a href={reservation.cidx === null ? '/reservation' : scheduledHref(cid)}>{title}</a>}
        facts={useFacts(props)}
        acts={
          <>
            <RecordPartActs acts={props.offered} />
            {isOpen && !hasConflict(conflicts) && <DecisionActs of={decided} canDecide={false} />}
          </>
        }
        found={{ detail: cid, href: reservationHref(res_idx), kind: t('reservation.kind'), icon: 'schedule' }}
      />
      {(status === 'failed' || (isOpen && hasConflict(conflicts))) && (
        <Note tone={status === 'failed' ? 'problem' : 'warn'}>
          {problem !== null && <p>{t('reservation.why_failed', { reason: problem })}</p>}
          <ConflictNotes of={decided} isShown={problem !== null} />
        </Note>
      )}
      <AwaitsApproval apprIdx={reservation.awaits} />
      {since && (
        <Card>
          <h2>{t('reservation.changed_since')}</h2>
          <ComparisonView of={since} same="" />
        </Card>
      )}
      <Card>
        <h2>{t(status === 'applied' ? 'reservation.what_changed' : 'reservation.what_changes')}</h2>
        <ComparisonView of={changes} same={t('reservation.no_difference')} />
      </Card>
      {isOpen && current && <EditSection key={reservation.version} {...props} current={current} />}
    </>
  );
}

function useFacts({ reservation }: RecordProps) {
  const t = useT<ReservationWords>();
  const { res_idx, apply_at, zone, based_on_number, applied_number, created_by, follows, anyway } = reservation;
  return [
    { label: t('reservation.field_apply_at'), value: <ReservationTime apply_at={apply_at} zone={zone} /> },
    { label: t('reservation.field_zone'), value: zone },
    { label: t('reservation.field_number'), value: res_idx },
    applied_number === null
      ? { label: t('reservation.field_based_on'), value: based_on_number }
      : { label: t('reservation.field_applied_version'), value: applied_number },
    {
      label: t('reservation.field_follows'),
      value: follows === null ? null : <a href={reservationHref(follows)}>{follows}</a>,
    },
    { label: t('reservation.field_anyway'), value: anyway ? t('common.yes') : null },
    { label: t('reservation.field_created_by'), value: created_by },
  ];
}
