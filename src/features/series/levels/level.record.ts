import { creationUndo, deletionUndo } from '#kernel/records/existence-undo.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { References } from '#kernel/records/references.ts';
import { removeLevel, renameLevel, restoreLevel } from './levels.service.ts';

export const levelRecord = (references: References): RecordDeclaration => ({
  kind: 'level',
  label: 'series.level_kind',
  href: () => '/series',
  titles: { table: 'level', key: 'lev_idx' },
  refs: { ser_idx: () => 'series' },
  undo: {
    created: creationUndo((ctx, id) => removeLevel(ctx, references, Number(id))),
    deleted: deletionUndo((ctx, id, of) => restoreLevel(ctx, Number(id), of)),
  },
  restore: { fields: ['title'], write: (ctx, id, { title }) => renameLevel(ctx, Number(id), String(title)) },
  fields: { title: 'common.title', ser_idx: 'series.field' },
});
