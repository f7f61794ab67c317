import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import { countFound } from '#kernel/db/list-page.ts';
import type { References } from '#kernel/references.ts';

// How many learners a refusal or a panel names.
const named = 3;

type Ids = readonly (string | number)[];

/** The registrations of records: of a collection by its cidx, of an event, of an access code. */
const ofRecords: Record<string, (ids: Ids) => RawBuilder<unknown>> = {
  collection: (ids) => sql`cidx = any(${ids.map(Number)}::integer[])`,
  event: (ids) => sql`event_idx = any(${ids.map(Number)}::integer[])`,
  code: (ids) => sql`code = any(${ids.map(String)}::text[])`,
};

/** Says who is registered for a collection, has joined an event or redeemed a code. */
export function registerRegistrationReferences(references: References): void {
  for (const [of, condition] of Object.entries(ofRecords)) {
    references.add({
      of,
      find: (ctx, ids) => findRegistrations(ctx, condition(ids)),
      held: async (ctx, ids) => {
        const column = sql.ref(of === 'collection' ? 'cidx' : of === 'event' ? 'event_idx' : 'code');
        const { rows } = await sql<{ id: string }>`
          select id from unnest(${ids}::text[]) id
          where exists (select from registration where ${column}::text = id and ${condition(ids)})`.execute(ctx.db);
        return rows.map(({ id }) => id);
      },
    });
  }
}

/** There may be millions: they are counted in bounds. */
async function findRegistrations(ctx: Context, condition: RawBuilder<unknown>) {
  const found = sql`from registration where ${condition}`;
  const [count, { rows }] = await Promise.all([
    countFound(ctx.db, sql`select 1 ${found}`),
    sql<{ learner_id: string }>`
      select learner_id ${found} order by reg_idx desc limit ${sql.lit(named)}`.execute(ctx.db),
  ]);
  const first = rows.map(({ learner_id }) => ({
    label: learner_id,
    kind: 'registration.kind',
    href: `/registration?${new URLSearchParams({ learner_id })}`,
  }));
  return { count, first };
}
