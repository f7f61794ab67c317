import { bookHref } from '#features/book/book-references.public.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { unitsBack } from './unit-info.service.ts';

export const unitInfoRecord: RecordDeclaration = {
  kind: 'unit_info',
  label: 'book.unit_info',
  href: bookHref,
  titles: { table: 'book', key: 'bid', text: true },
  undo: { saved: unitsBack, removed: unitsBack },
  fields: { units: 'book.unit_row', unitInfo: 'book.unit_info' },
};
