import type { RecordDeclaration } from '#kernel/records/records.ts';
import { bookHref } from '../book.references.ts';

export const unitInfoRecord: RecordDeclaration = {
  kind: 'unit_info',
  label: 'book.unit_info',
  href: bookHref,
  titles: { table: 'book', key: 'bid', text: true },
  fields: { units: 'book.unit_row' },
};
