/** Why a code that was never activated may go: it is unused, it expired, or it was cancelled. */
const goingStates = ['unused', 'expired', 'canceled'] as const;
export type GoingState = (typeof goingStates)[number];

/** A lot: its never activated codes by state, and how many codes its deliveries had, counted in each. */
export interface Stock extends Record<GoingState, number> {
  lot: number;
  delivered: number;
}

/** Codes of a lot in one state that a lower quantity withdraws. */
export interface Taking {
  lot: number;
  state: GoingState;
  codes: number;
}

/** Codes that a lower quantity took, or would take, with how many of them had left. */
export interface Taken extends Taking {
  delivered: number;
}

/**
 * Which codes a quantity that is lower by `count` withdraws, in this order: unused ones as long as there are any, then
 * expired and cancelled ones; of lots that were not delivered first; of the newest lot first.
 */
export function planWithdrawal(lots: readonly Stock[], count: number): Taking[] {
  const inOrder = lots.toSorted(
    (one, other) => Number(one.delivered > 0) - Number(other.delivered > 0) || other.lot - one.lot,
  );
  const takings: Taking[] = [];
  let left = count;
  for (const state of goingStates)
    for (const lot of inOrder) {
      const codes = Math.min(left, lot[state]);
      if (codes > 0) takings.push({ lot: lot.lot, state, codes });
      left -= codes;
    }
  return takings;
}

/** What goes of each lot, the newest first, and how much of that had left. */
export function describeLots(takings: readonly Taken[]): { lot: number; cancel: number; delivered: number }[] {
  const lots = new Map<number, { lot: number; cancel: number; delivered: number }>();
  for (const { lot, codes, delivered } of takings) {
    const sum = lots.get(lot) ?? { lot, cancel: 0, delivered: 0 };
    lots.set(lot, { lot, cancel: sum.cancel + codes, delivered: sum.delivered + delivered });
  }
  return [...lots.values()].toSorted((one, other) => other.lot - one.lot);
}
