import { sql } from 'kysely';
import type { AlsoAtFault } from '#kernel/desk/faults.ts';
import { textFaults, titleFaults } from '#kernel/desk/text-faults.ts';

/** Titles of series that were stored before what people type was cleaned. */
export const seriesTexts: readonly AlsoAtFault[] = textFaults.map((fault) => ({
  fault,
  entity: 'series',
  follows: ['series'],
  find: sql`
    select s.position as place, s.ser_idx::text as id, s.title, jsonb_build_object('title', s.title) as about,
      '“' || s.title || '”' as line
    from series s cross join lateral (select s.title as text) of where ${titleFaults[fault]}`,
}));
