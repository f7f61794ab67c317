import { sql } from 'kysely';
import { z } from 'zod';
import type { ChangeKind } from '#kernel/changesets/kinds.ts';
import { seriesIdsIn } from './levels/levels.store.ts';
import { renameSeries } from './series.service.ts';

const Title = z.strictObject({ title: z.string() });

const shown = (title: unknown): string => (typeof title === 'string' ? title : '');

/** The title of a series, as a fix of many sets it. Its undo gives back a title that no input would be stored as. */
export const titleChanges: ChangeKind<z.output<typeof Title>> = {
  kind: 'series_title',
  entity: 'series',
  label: 'series.heading',
  icon: 'series',
  order: () => 60,
  values: Title,
  namesIn: () => ['title'],
  valuesOf: (fields) => Title.parse(fields),
  read: async (ctx, wanted, lock) => {
    const ids = seriesIdsIn(wanted.keys());
    const { rows } = await sql<{ id: string; title: string }>`
      select ser_idx::text as id, title from series where ser_idx = any(${ids}::integer[])
      order by ser_idx ${lock ? sql`for no key update` : sql``}`.execute(ctx.db);
    return new Map(rows.map(({ id, title }) => [id, { title }]));
  },
  write: async (ctx, changes) => {
    // Each by the rules of a rename, with a row of the trail of its own.
    for (const { id, values } of changes) await renameSeries(ctx, Number(id), values.title);
  },
  describe: async (ctx, changes) =>
    changes.map(({ base, fields }) => [
      { label: ctx.text('common.title'), before: shown(base['title']), after: shown(fields['title']) },
    ]),
};
