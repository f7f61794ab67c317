import type { CollectionHead } from '#features/collection/collection-page.public.ts';
import { CollectionPage } from '#features/collection/collection-page.public.tsx';
import { ComparisonView } from '#features/version/version.public.tsx';
import { DateField } from '#ui/date/date-field.tsx';
import { useInterface, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Card, CardHead } from '#ui/kit/card.tsx';
import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { useDueRefresh } from '#ui/page/use-due-refresh.ts';
import { ConflictNotes, DecisionActs } from '../parts/conflict-notes.tsx';
import { ReservationState } from '../parts/reservation-state.tsx';
import { ReservationTime } from '../parts/reservation-time.tsx';
import { ReservedValue, useTargetText } from '../parts/reserved-value.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import type { ShownReservation } from '../reservation.read.ts';
import { hasConflict } from '../conflict.rules.ts';
import { reservationHref, scheduledHref } from '../reservation.rules.ts';
import type { AsOf } from './as-of.read.ts';
import styles from './collection-scheduled.module.css';

interface CollectionScheduledProps {
  head: CollectionHead;
  now: number;
  /** Scheduled and failed ones. */
  open: ShownReservation[];
  past: ShownReservation[];
  asOf: AsOf | null;
  /** The initial time of the preview. */
  start: string;
}

/** The scheduled changes of a collection, and a preview of it at any time. */
export default function CollectionScheduled({ head, now, open, past, asOf, start }: CollectionScheduledProps) {
  const t = useT<ReservationWords>();
  const { cid } = head.collection;
  const waiting = open.filter(({ status }) => status === 'scheduled');
  useDueRefresh(
    now,
    waiting.map(({ apply_at }) => apply_at),
  );
  return (
    <CollectionPage head={head} tab={scheduledHref(cid) as `/${string}`}>
      <Card>
        <CardHead>
          <h2>{t('reservation.tab')}</h2>
          <ButtonLink variant="primary" href={`/reservation/create?${new URLSearchParams({ cid })}`}>
            {t('reservation.create')}
          </ButtonLink>
        </CardHead>
        {open.length === 0 ? (
          <Text tone="soft">{t('reservation.scheduled_none')}</Text>
        ) : (
          <Stack as="ul" gap={0} ruled="all">
            {open.map((one) => (
              <Change key={one.res_idx} of={one} isOpen />
            ))}
          </Stack>
        )}
      </Card>
      <Preview cid={cid} asOf={asOf} start={start} />
      {past.length > 0 && (
        <Card>
          <CardHead>
            <h2>{t('reservation.past')}</h2>
            <a href={`/reservation?${new URLSearchParams({ cid })}`}>{t('reservation.list')}</a>
          </CardHead>
          <Stack as="ul" gap={0} ruled="all">
            {past.map((one) => (
              <Change key={one.res_idx} of={one} isOpen={false} />
            ))}
          </Stack>
        </Card>
      )}
    </CollectionPage>
  );
}

function Change({ of, isOpen }: { of: ShownReservation; isOpen: boolean }) {
  const targetText = useTargetText();
  const inConflict = hasConflict(of.conflicts);
  return (
    <Stack as="li" gap={6} pad="10px 0">
      <Grid
        columns="270px minmax(0, 1fr) minmax(0, 2fr) 110px minmax(0, max-content)"
        onPhone="minmax(0, 1fr)"
        middle
        gap="4px 16px"
      >
        <ReservationTime {...of} />
        <a href={reservationHref(of.res_idx)}>{targetText(of)}</a>
        <span>
          <ReservedValue {...of} />
        </span>
        <ReservationState status={of.status} hasConflict={inConflict} />
        {isOpen && !inConflict && <DecisionActs of={of} canDecide={false} />}
      </Grid>
      {of.problem !== null && of.status === 'failed' && <Text tone="problem">{of.problem}</Text>}
      {isOpen && inConflict && <ConflictNotes of={of} isShown={of.problem !== null} />}
    </Stack>
  );
}

/** The collection as of a time, compared with now field by field. */
function Preview({ cid, asOf, start }: Pick<CollectionScheduledProps, 'asOf' | 'start'> & { cid: string }) {
  const t = useT<ReservationWords>();
  const { timeZone } = useInterface();
  return (
    <Card aria-label={t('reservation.as_of')}>
      <Inline as="form" low tight method="get" action={scheduledHref(cid)} className={styles.when}>
        <DateField
          label={`${t('reservation.as_of')} (${timeZone})`}
          kind="time"
          name="at"
          required
          defaultValue={asOf?.local ?? start}
        />
        <Button type="submit">{t('reservation.as_of_show')}</Button>
      </Inline>
      {asOf && !asOf.shown && <p role="alert">{t('reservation.as_of_unreadable')}</p>}
      {asOf?.shown && (
        <>
          <p>
            {t('reservation.as_of_at', { time: asOf.shown.time, count: asOf.shown.applied })}{' '}
            {asOf.shown.releases.length > 0 &&
              `${t('reservation.as_of_releases', { names: asOf.shown.releases.join(', ') })} `}
            {asOf.shown.left > 0 && t('reservation.as_of_left', { count: asOf.shown.left })}
          </p>
          <ComparisonView of={asOf.shown.comparison} same={t('reservation.as_of_same')} />
        </>
      )}
    </Card>
  );
}
