import { sql } from 'kysely';
import type { FaultKind } from '#kernel/desk/faults.ts';
import { inNaturalOrder } from '#kernel/text/natural-order.rules.ts';
import { levelChanges, levelTitles, titlesText } from './levels/level.changes.ts';

/** Levels that differ only in their numbers, as `outOfOrder` compares them, stand in another order than these. */
export const levelOrder: FaultKind = {
  fault: 'level_order',
  group: 'series',
  name: 'fault.level_order',
  says: 'fault.level_order_says',
  entity: 'series',
  follows: ['series', 'level'],
  fix: {
    change: levelChanges.kind,
    act: { verb: 'sorted', did: 'fault.did_sort' },
    fields: ({ levels = '' }) => ({ levels: titlesText(inNaturalOrder(levelTitles(levels))) }),
  },
  find: sql`
    with numbered as (
      select ser_idx, title, position, regexp_replace(title, '[0-9]+', '#', 'g') as alike,
        array(select found[1]::numeric from regexp_matches(title, '([0-9]+)', 'g') found) as numbers
      from level where title ~ '[0-9]'
    ), following as (
      select *, lag(numbers) over steps as before, lag(title) over steps as earlier
      from numbered window steps as (partition by ser_idx, alike order by position)
    )
    select s.position as place, s.ser_idx::text as id, s.title,
      jsonb_build_object('levels', (select string_agg(title, E'\n' order by position) from level l where l.ser_idx = s.ser_idx)) as about,
      (array_agg(f.earlier || ' › ' || f.title order by f.position))[1] as line
    from following f join series s using (ser_idx) where f.numbers < f.before
    group by s.ser_idx`,
};
