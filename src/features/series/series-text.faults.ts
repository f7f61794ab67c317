import { sql } from 'kysely';
import type { AlsoAtFault } from '#kernel/desk/faults.ts';
import { textFaults, titleFaults } from '#kernel/desk/text-faults.ts';
import { cleanTitle } from '#kernel/text/text-forms.rules.ts';
import { titleChanges } from './series-title.changes.ts';

/** Titles of series that were stored before what people type was cleaned. */
export const seriesTexts: readonly AlsoAtFault[] = textFaults.map((fault) => ({
  fault,
  entity: 'series',
  follows: ['series'],
  // A title without any letter is for a person.
  fix: {
    change: titleChanges.kind,
    fields: ({ title = '' }) => (cleanTitle(title) ? { title: cleanTitle(title) } : null),
  },
  find: sql`
    select s.position as place, s.ser_idx::text as id, s.title, jsonb_build_object('title', s.title) as about,
      '“' || s.title || '”' as line
    from series s cross join lateral (select s.title as text) of where ${titleFaults[fault]}`,
}));
