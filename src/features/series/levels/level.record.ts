import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { References } from '#kernel/records/references.ts';
import { removeLevel, renameLevel, restoreLevel } from './levels.service.ts';

export const levelRecord = (references: References): RecordDeclaration => ({
  kind: 'level',
  label: 'series.level_kind',
  href: () => '/series',
  titles: { table: 'level', key: 'lev_idx' },
  refs: { ser_idx: () => 'series' },
  existence: {
    remove: (ctx, id) => removeLevel(ctx, references, Number(id)),
    insert: (ctx, id, of) => restoreLevel(ctx, Number(id), of),
  },
  restore: { fields: ['title'], write: (ctx, id, { title }) => renameLevel(ctx, Number(id), String(title)) },
  fields: { title: 'common.title', ser_idx: 'series.field' },
});
