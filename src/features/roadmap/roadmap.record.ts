import type { RecordDeclaration } from '#kernel/records/records.ts';
import { findRoadmapsByText, roadmapReferences } from './roadmap.references.ts';
import { roadmapHref, roadmapKind } from './roadmap.service.ts';
import { rowsBack } from './roadmap-undo.service.ts';

export const roadmapRecord: RecordDeclaration = {
  kind: roadmapKind,
  label: 'roadmap.kind',
  href: roadmapHref,
  titles: { table: 'age_group', key: 'grp_idx' },
  find: { icon: 'roadmap', by: findRoadmapsByText },
  references: roadmapReferences,
  refs: { books: () => 'book' },
  undo: { moved: rowsBack, arranged: rowsBack },
  actions: { moved: 'roadmap.did_move', arranged: 'roadmap.did_arrange' },
  fields: {
    books: 'roadmap.field_books',
    row: 'roadmap.field_row',
    place: 'roadmap.field_place',
    from: 'roadmap.field_from',
    rows: 'roadmap.field_rows',
  },
};
