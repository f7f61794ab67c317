import { sql } from 'kysely';
import type { ReferenceFinder } from '#kernel/records/references.ts';

// How many events a refusal or a panel lists by name.
const named = 3;

/** The events for a collection. */
export const eventReferences: readonly ReferenceFinder[] = [
  {
    of: 'collection',
    reason: 'event.keeps_collection',
    find: async (ctx, ids) => {
      const { rows } = await sql<{ event_idx: number; name: string; count: number }>`
        select event_idx, name, count(*) over () as count from event
        where cidx = any(${ids.map(Number)}::integer[]) order by event_idx limit ${sql.lit(named)}`.execute(ctx.db);
      const first = rows.map(({ event_idx, name }) => ({
        label: name,
        kind: 'event.kind',
        href: `/event/${event_idx}`,
      }));
      return { count: rows[0]?.count ?? 0, first };
    },
    all: (_ctx, cidx) => `/event?cidx=${cidx}`,
    referenced: async (ctx, ids) => {
      const { rows } = await sql<{ id: string }>`
        select distinct cidx::text as id from event where cidx = any(${ids}::integer[])`.execute(ctx.db);
      return rows.map(({ id }) => id);
    },
  },
];
