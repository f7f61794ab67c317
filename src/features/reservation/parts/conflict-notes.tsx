import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import {
  type Conflicts,
  hasConflict,
  isDecidable,
  type RivalRelease,
  releaseHref,
  reservationHref,
} from '../reservation.rules.ts';
import styles from './reservation-parts.module.css';
import { type Decided, useDecision } from './use-decision.ts';

interface ConflictNotesProps {
  of: Decided & { conflicts: Conflicts };
  /** The reason of its failure is already shown above. */
  isShown?: boolean;
  /** Called before a confirmation opens. */
  onAsk?: (() => void) | undefined;
}

/** The conflicts of a reservation, and the decisions to choose from. */
export function ConflictNotes({ of, isShown = false, onAsk }: ConflictNotesProps) {
  const t = useT<ReservationWords>();
  const format = useFormat();
  const { edited, earlier, later, earlier_release, later_release } = of.conflicts;
  if (!hasConflict(of.conflicts)) return null;
  const other = (resIdx: number) => <a href={reservationHref(resIdx)}>{t('reservation.show_other')}</a>;
  const release = (key: 'release_before' | 'release_after', rival: RivalRelease | undefined) =>
    rival && (
      <li>
        {t(`reservation.${key}`, { name: rival.name, time: format.dateTime(rival.apply_at) })}{' '}
        <a href={releaseHref(rival.rel_idx)}>{t('reservation.show_release')}</a>
      </li>
    );
  return (
    <>
      <ul className={styles.conflicts}>
        {edited && !isShown && (
          <li>
            {t('reservation.edited_since', {
              name: edited.name ?? t('actor.system'),
              time: format.dateTime(edited.at),
            })}
          </li>
        )}
        {earlier !== null && (
          <li>
            {t('reservation.earlier_waits')} {other(earlier)}
          </li>
        )}
        {release('release_before', earlier_release)}
        {later !== null && (
          <li>
            {t('reservation.later_waits')} {other(later)}
          </li>
        )}
        {release('release_after', later_release)}
      </ul>
      <DecisionActs of={of} canDecide={isDecidable(of.conflicts)} onAsk={onAsk} />
    </>
  );
}

interface DecisionActsProps {
  of: Decided;
  canDecide: boolean;
  onAsk?: (() => void) | undefined;
}

/** The actions for a scheduled or failed reservation. */
export function DecisionActs({ of, canDecide, onAsk }: DecisionActsProps) {
  const t = useT<ReservationWords>();
  const { decide, cancel } = useDecision();
  const closeThen = (act: () => void) => {
    onAsk?.();
    act();
  };
  return (
    <div className={styles.acts}>
      {canDecide && (
        <>
          <Button variant="quiet" onClick={() => closeThen(() => decide(of, 'rebase'))}>
            {t('reservation.rebase')}
          </Button>
          <Button variant="quiet" onClick={() => closeThen(() => decide(of, 'anyway'))}>
            {t('reservation.apply_anyway')}
          </Button>
        </>
      )}
      <Button variant="quiet" onClick={() => closeThen(() => cancel(of))}>
        {t('reservation.cancel')}
      </Button>
    </div>
  );
}
