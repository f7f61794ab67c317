import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import type { ReservationWords } from '../reservation.messages.ts';
import { hasConflict, isDecidable } from '../conflict.rules.ts';
import type { Conflicts, RivalRelease } from '../reservation.contract.ts';
import { releaseHref, reservationHref } from '../reservation.rules.ts';
import { type Decided, useDecision } from './use-decision.ts';

interface ConflictNotesProps {
  of: Decided & { conflicts: Conflicts };
  /** The reason of its failure is already shown above. */
  isShown?: boolean;
}

/** The conflicts of a reservation, and the decisions to choose from. */
export function ConflictNotes({ of, isShown = false }: ConflictNotesProps) {
  const t = useT<ReservationWords>();
  const format = useFormat();
  const { edited, earlier, later, earlier_release, later_release } = of.conflicts;
  if (!hasConflict(of.conflicts)) return null;
  const who = edited && { name: edited.name ?? t('actor.system'), time: format.dateTime(edited.at) };
  const other = (key: 'earlier_waits' | 'later_waits', resIdx: number | null) =>
    resIdx !== null && {
      text: t(`reservation.${key}`),
      link: <a href={reservationHref(resIdx)}>{t('reservation.show_other')}</a>,
    };
  const release = (key: 'release_before' | 'release_after', rival: RivalRelease | undefined) =>
    rival && {
      text: t(`reservation.${key}`, { name: rival.name, time: format.dateTime(rival.apply_at) }),
      link: <a href={releaseHref(rival.rel_idx)}>{t('reservation.show_release')}</a>,
    };
  const lines = [
    who && !isShown && { text: t('reservation.edited_since', who), link: null },
    other('earlier_waits', earlier),
    release('release_before', earlier_release),
    other('later_waits', later),
    release('release_after', later_release),
  ];
  return (
    <>
      <Stack as="ul" gap={0}>
        {lines.map(
          (line) =>
            line && (
              <li key={line.text}>
                {line.text} {line.link}
              </li>
            ),
        )}
      </Stack>
      <DecisionActs of={of} canDecide={isDecidable(of.conflicts)} />
    </>
  );
}

interface DecisionActsProps {
  of: Decided;
  canDecide: boolean;
}

/** The actions for a scheduled or failed reservation. */
export function DecisionActs({ of, canDecide }: DecisionActsProps) {
  const t = useT<ReservationWords>();
  const { decide, cancel } = useDecision();
  return (
    <Inline even flush gap="4px 8px">
      {canDecide && (
        <>
          <Button variant="quiet" onClick={() => decide(of, 'rebase')}>
            {t('reservation.rebase')}
          </Button>
          <Button variant="quiet" onClick={() => decide(of, 'anyway')}>
            {t('reservation.apply_anyway')}
          </Button>
        </>
      )}
      <Button variant="quiet" danger onClick={() => cancel(of)}>
        {t('reservation.cancel')}
      </Button>
    </Inline>
  );
}
