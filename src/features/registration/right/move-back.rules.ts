import type { ConcernedRegistration, Placement } from './move.rules.ts';

/** A registration as it is, and what it was before the act that is undone; null if that act does not give it back. */
export interface Returning {
  row: ConcernedRegistration;
  former: Placement | null;
}

/** Why a registration that nobody changed since stays as the act left it. */
export type Staying = 'registration.joined_again' | 'registration.kept_with' | 'registration.keeps_later';

/**
 * Which registrations stay when an act is undone, with the reason: their learner has joined the event again, what they are
 * kept in does not come back with them, or what came later depends on them. Each that stays can hold another, so the rest
 * is judged again until no more do.
 */
export function findStaying(returning: readonly Returning[]): ReadonlyMap<number, Staying> {
  const staying = new Map<number, Staying>();
  for (;;) {
    const after = arrange(returning, staying);
    const found = returning.flatMap(({ row, former }) => {
      if (!former || staying.has(row.reg_idx)) return [];
      if (row.shown_in !== null && staying.has(row.shown_in)) return [[row.reg_idx, 'registration.kept_with'] as const];
      const reason = reasonToStay(row, former, after);
      return reason ? [[row.reg_idx, reason] as const] : [];
    });
    if (found.length === 0) return staying;
    for (const [id, reason] of found) staying.set(id, reason);
  }
}

type Arranged = Placement & { reg_idx: number };

/** How the registrations would be: by number, by what they are shown in, and those of each learner in an event. */
interface Arrangement {
  byId: ReadonlyMap<number, Arranged>;
  shownIn: ReadonlyMap<number | null, Arranged[]>;
  joined: (event: number, learner: string) => readonly Arranged[];
}

function arrange(returning: readonly Returning[], staying: ReadonlyMap<number, Staying>): Arrangement {
  const all = returning.map(({ row, former }) => {
    const { learner_id, shown_in, placeless } = (!staying.has(row.reg_idx) && former) || row;
    return { reg_idx: row.reg_idx, event_idx: row.event_idx, learner_id, shown_in, placeless };
  });
  const key = (event: number | null, learner: string) => `${event} ${learner}`;
  const joined = Map.groupBy(all, ({ event_idx, learner_id }) => key(event_idx, learner_id));
  return {
    byId: new Map(all.map((one) => [one.reg_idx, one])),
    shownIn: Map.groupBy(all, ({ shown_in }) => shown_in),
    joined: (event, learner) => joined.get(key(event, learner)) ?? [],
  };
}

function reasonToStay(row: ConcernedRegistration, former: Placement, after: Arrangement): Staying | null {
  const { reg_idx, event_idx } = row;
  const others = (learner: string) =>
    event_idx === null ? [] : after.joined(event_idx, learner).filter((other) => other.reg_idx !== reg_idx);
  if (!former.placeless && others(former.learner_id).some(({ placeless }) => !placeless))
    return 'registration.joined_again';
  if (former.shown_in !== null) {
    const keeper = after.byId.get(former.shown_in);
    if (keeper?.shown_in !== null || keeper.learner_id !== former.learner_id) return 'registration.kept_with';
  }
  const kept = after.shownIn.get(reg_idx) ?? [];
  if (kept.some(({ learner_id }) => former.shown_in !== null || learner_id !== former.learner_id))
    return 'registration.keeps_later';
  // The place in the event would go with it, and another registration of the learner has none.
  const left = row.placeless ? [] : others(row.learner_id);
  const leaves = former.placeless || former.learner_id !== row.learner_id;
  return leaves && left.length > 0 && left.every(({ placeless }) => placeless) ? 'registration.keeps_later' : null;
}
