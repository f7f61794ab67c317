/** Whose a registration is, whether it is shown within another one, and whether it takes a place of its event. */
export interface Placement {
  learner_id: string;
  shown_in: number | null;
  placeless: boolean;
}

/** A registration of one of two learners. */
export interface ConcernedRegistration extends Placement {
  reg_idx: number;
  cidx: number;
  event_idx: number | null;
  /** Seconds, 0 means never. */
  ends: number;
  active: boolean;
}

/** A registration and what becomes of it. */
export interface PlacedRegistration {
  row: ConcernedRegistration;
  is: Placement;
}

const isSame = (one: Placement, other: Placement): boolean =>
  one.learner_id === other.learner_id && one.shown_in === other.shown_in && one.placeless === other.placeless;

const endOf = ({ ends }: ConcernedRegistration) => (ends === 0 ? Number.POSITIVE_INFINITY : ends);

/** What ends last comes first, and of those what came first. */
const lastEnding = (one: ConcernedRegistration, other: ConcernedRegistration): number =>
  endOf(one) === endOf(other) ? one.reg_idx - other.reg_idx : endOf(one) > endOf(other) ? -1 : 1;

/**
 * What becomes of registrations when some move to another learner. Of a collection that both have, the one that ends last is
 * shown and keeps the others; no end changes, so neither does any figure of a report.
 */
export function planMove(
  rows: readonly ConcernedRegistration[],
  moving: ReadonlySet<number>,
  to: string,
): PlacedRegistration[] {
  const placed = rows.map((row): PlacedRegistration => {
    const { learner_id, shown_in, placeless } = row;
    return { row, is: { learner_id: moving.has(row.reg_idx) ? to : learner_id, shown_in, placeless } };
  });
  showOnce(
    placed.filter(({ is }) => is.learner_id === to),
    moving,
  );
  settlePlaces(placed);
  return placed.filter(({ row, is }) => !isSame(row, is));
}

function showOnce(own: readonly PlacedRegistration[], moving: ReadonlySet<number>): void {
  const shown = own.filter(({ row, is }) => row.active && is.shown_in === null);
  for (const both of Map.groupBy(shown, ({ row }) => row.cidx).values()) {
    const moved = both.filter(({ row }) => moving.has(row.reg_idx)).length;
    if (moved === 0 || moved === both.length) continue;
    const [longest, ...others] = both.toSorted((one, other) => lastEnding(one.row, other.row));
    if (!longest) continue;
    const kept = new Set(others.map(({ row }) => row.reg_idx));
    for (const { row, is } of own)
      if (kept.has(row.reg_idx) || (is.shown_in !== null && kept.has(is.shown_in))) is.shown_in = longest.row.reg_idx;
  }
}

/** One registration of each learner takes the place in an event. */
function settlePlaces(placed: readonly PlacedRegistration[]): void {
  const joined = placed.filter(({ row }) => row.event_idx !== null);
  for (const own of Map.groupBy(joined, ({ row, is }) => `${row.event_idx} ${is.learner_id}`).values()) {
    const first = own.toSorted(
      (one, other) => Number(one.is.placeless) - Number(other.is.placeless) || one.row.reg_idx - other.row.reg_idx,
    )[0];
    for (const one of own) one.is.placeless = one !== first;
  }
}

/** How many places of each event are taken more, or less. */
export function placesTaken(placed: readonly PlacedRegistration[]): Map<number, number> {
  const places = new Map<number, number>();
  for (const { row, is } of placed)
    if (row.event_idx !== null && row.placeless !== is.placeless)
      places.set(row.event_idx, (places.get(row.event_idx) ?? 0) + (is.placeless ? -1 : 1));
  return new Map([...places].filter(([, count]) => count !== 0));
}
