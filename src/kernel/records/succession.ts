import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../work/context.ts';

/** A record and the one that takes its place, by their ids. */
export interface Successor {
  from: string;
  to: string;
}

/**
 * How what a feature stores about records of a higher layer goes over to those that take their place: a shop's order to the
 * code that was issued instead of its own. Part of the act that replaces them, which has locked both.
 */
export interface Succession {
  /** Goes over to the new records, with effects of the act. */
  move: (ctx: Context, act: number, pairs: readonly Successor[]) => Promise<unknown>;
  /** Goes back where `act`, which undoes the act `of`, brought the old record back. */
  moveBack: (ctx: Context, acts: { of: number; act: number }) => Promise<unknown>;
  /** The condition in SQL that the new record has been used since, so that an undo leaves both as they are. */
  stays: (to: RawBuilder<unknown>, from: RawBuilder<unknown>) => RawBuilder<boolean>;
}

type Declared = Iterable<{ parts?: readonly { of: string; follows?: Succession }[] }>;

/** What all features store about records of a kind, as one. Asked for when it is used: features below declare theirs later. */
export function successionOf(declared: { readonly all: Declared }, kind: string): Succession {
  const those = () =>
    [...declared.all].flatMap(({ parts = [] }) => parts.flatMap(({ of, follows }) => (of === kind && follows) || []));
  return {
    move: async (ctx, act, pairs) => {
      for (const one of those()) await one.move(ctx, act, pairs);
    },
    moveBack: async (ctx, acts) => {
      for (const one of those()) await one.moveBack(ctx, acts);
    },
    stays: (to, from) =>
      sql<boolean>`(false ${sql.join(
        those().map((one) => sql`or ${one.stays(to, from)}`),
        sql` `,
      )})`,
  };
}
