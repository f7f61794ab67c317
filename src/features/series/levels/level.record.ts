import type { RecordDeclaration } from '#kernel/records/records.ts';
import { renameLevel } from './levels.service.ts';

export const levelRecord: RecordDeclaration = {
  kind: 'level',
  label: 'series.level_kind',
  href: () => '/series',
  titles: { table: 'level', key: 'lev_idx' },
  refs: { ser_idx: () => 'series' },
  restore: { fields: ['title'], write: (ctx, id, { title }) => renameLevel(ctx, Number(id), String(title)) },
  fields: { title: 'common.title', ser_idx: 'series.field' },
};
