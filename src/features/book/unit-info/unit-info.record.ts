import type { RecordDeclaration } from '#kernel/records/records.ts';
import { bookHref } from '../book.references.ts';
import { unitsUndo } from './unit-info.service.ts';

export const unitInfoRecord: RecordDeclaration = {
  kind: 'unit_info',
  label: 'book.unit_info',
  href: bookHref,
  titles: { table: 'book', key: 'bid', text: true },
  undo: { saved: unitsUndo, removed: unitsUndo },
  fields: { units: 'book.unit_row' },
};
