import { useId } from 'react';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import { hasConflict } from '../conflict.rules.ts';
import type { Conflicts } from '../reservation.contract.ts';
import { ConflictNotes, DecisionActs } from './conflict-notes.tsx';
import styles from './reservation-parts.module.css';
import type { Decided } from './use-decision.ts';

interface DecidePopoverProps {
  name: string;
  of: Decided & { conflicts: Conflicts; problem: string | null };
}

/** The conflicts of a row's reservation and the decisions, in a popover over the list. */
export function DecidePopover({ name, of }: DecidePopoverProps) {
  const t = useT<ReservationWords>();
  const id = useId();
  return (
    <>
      <Button variant="quiet" popoverTarget={id} aria-label={`${t('reservation.decide')}: ${name}`}>
        {t('reservation.decide')}
      </Button>
      <div id={id} popover="auto" className={styles.popover} role="group" aria-label={name}>
        <strong>{name}</strong>
        {of.problem !== null && <p>{of.problem}</p>}
        {hasConflict(of.conflicts) ? (
          <ConflictNotes of={of} isShown={of.problem !== null} />
        ) : (
          <DecisionActs of={of} canDecide={false} />
        )}
      </div>
    </>
  );
}
