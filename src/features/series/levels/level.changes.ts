import { sql } from 'kysely';
import { z } from 'zod';
import type { ChangeKind } from '#kernel/changesets/kinds.ts';
import { changeSequence } from '#kernel/records/sequence.ts';
import { levelOrder } from './levels.service.ts';
import { listLevels, lockLevelOrder, seriesIdsIn } from './levels.store.ts';

const Levels = z.strictObject({ levels: z.string() });

/** The titles of the levels of a series in order, of which none has a line break, as one text; and back. */
export const titlesText = (levels: readonly { title: string }[]): string => levels.map(({ title }) => title).join('\n');
export const levelTitles = (text: string): { title: string }[] => text.split('\n').map((title) => ({ title }));

const shown = (text: unknown): string => (typeof text === 'string' ? text.replaceAll('\n', ' › ') : '');

/** The order of the levels of a series, by their titles, as a fix of many series sets it. */
export const levelChanges: ChangeKind<z.output<typeof Levels>> = {
  kind: 'levels',
  entity: 'series',
  label: 'series.field_levels',
  icon: 'series',
  order: () => 60,
  values: Levels,
  namesIn: () => ['levels'],
  valuesOf: (fields) => Levels.parse(fields),
  read: async (ctx, wanted, lock) => {
    const ids = seriesIdsIn(wanted.keys());
    if (lock) await lockLevelOrder(ctx.db, ids.map(Number));
    const { rows } = await sql<{ id: string; levels: string }>`
      select ser_idx::text as id, string_agg(title, E'\\n' order by position) as levels from level
      where ser_idx = any(${ids}::integer[]) group by ser_idx`.execute(ctx.db);
    return new Map(rows.map(({ id, levels }) => [id, { levels }]));
  },
  write: async (ctx, changes) => {
    for (const { id, values } of changes) {
      const found = new Map((await listLevels(ctx.db, Number(id))).map(({ title, lev_idx }) => [title, lev_idx]));
      const wanted = levelTitles(values.levels).map(({ title }) => found.get(title) ?? 0);
      await changeSequence(ctx, levelOrder, { id, wanted });
    }
  },
  // Levels that were added, renamed or moved since make it another order.
  isOfOthers: () => true,
  describe: async (ctx, changes) =>
    changes.map(({ base, fields }) => [
      { label: ctx.text('series.field_levels'), before: shown(base['levels']), after: shown(fields['levels']) },
    ]),
};
