import { type Field, type Fields, namesOf } from '#kernel/records/record-fields.rules.ts';
import type { ChosenIdRule } from '#kernel/text/chosen-id.rules.ts';

/** A field of a book as a cell of the sheet has it. */
export interface BookField {
  readonly name: BookFieldName;
  /** The message key of its label. */
  readonly label: `book.field_${BookFieldName}`;
  readonly required: boolean;
  /** Characters of a cell, as JavaScript counts them. */
  readonly max: number;
  /** It may have several lines. */
  readonly isLong: boolean;
  readonly isWhole: boolean;
  readonly choices?: readonly string[];
}

export const levelTypes = ['CEFR', 'Lexile'] as const;
export const cefrLevels = ['Pre-A1', 'A1', 'A2', 'B1', 'B2', 'C1', 'C2'] as const;
const yesNo = ['Y', 'N'] as const;

/** The product's formats; others may be in use. The default for a new book is Spindle. */
export const knownFormats = ['SPINDLE', 'EPUB', 'COURSE_BOOK'] as const;
export const defaultFormat = 'SPINDLE';

/**
 * Every field of a book, in the order of the columns A to AM of the sheet ‘ISBN Meta’, where a reference is the title of its
 * record. Calls, the sheet, the trail and the form follow; what a cell may say besides is in book-cells.rules.ts.
 */
export const bookTable = {
  bid: { kind: 'text', label: 'book.field_bid', max: 64, line: true, fresh: '', required: true },
  format: { kind: 'text', label: 'book.field_format', max: 32, line: true, fresh: '' },
  title: { kind: 'text', label: 'book.field_title', max: 500, line: true, fresh: '', required: true },
  title_en: { kind: 'text', label: 'book.field_title_en', max: 500, line: true, fresh: null },
  series: { kind: 'reference', label: 'book.field_series', to: 'series', required: true },
  level: { kind: 'reference', label: 'book.field_level', to: 'level', required: true },
  isbn_print: { kind: 'text', label: 'book.field_isbn_print', max: 32, line: true, fresh: '', required: true },
  isbn_spindle: { kind: 'text', label: 'book.field_isbn_spindle', max: 32, line: true, fresh: '', required: true },
  author: { kind: 'text', label: 'book.field_author', max: 2000, line: true, fresh: null },
  illustrator: { kind: 'text', label: 'book.field_illustrator', max: 2000, line: true, fresh: null },
  publisher: { kind: 'text', label: 'book.field_publisher', max: 500, line: true, fresh: null },
  released_date: { kind: 'text', label: 'book.field_released_date', max: 10, line: true, fresh: null },
  language: { kind: 'text', label: 'book.field_language', max: 100, line: true, fresh: null },
  summary: { kind: 'text', label: 'book.field_summary', max: 10_000, fresh: null },
  category: { kind: 'reference', label: 'book.field_category', to: 'category' },
  age_group: { kind: 'reference', label: 'book.field_age_group', to: 'age_group' },
  level_type: { kind: 'choice', label: 'book.field_level_type', of: levelTypes, fresh: null },
  lexile: { kind: 'text', label: 'book.field_lexile', max: 10, line: true, fresh: null },
  cefr_level: { kind: 'text', label: 'book.field_cefr_level', max: 100, line: true, fresh: null },
  ar_level: { kind: 'text', label: 'book.field_ar_level', max: 50, line: true, fresh: null },
  word_count: { kind: 'whole', label: 'book.field_word_count', max: 2_147_483_647, fresh: null },
  page_count: { kind: 'whole', label: 'book.field_page_count', max: 2_147_483_647, fresh: null },
  genre: { kind: 'text', label: 'book.field_genre', max: 500, line: true, fresh: null },
  theme: { kind: 'text', label: 'book.field_theme', max: 500, line: true, fresh: null },
  keywords: { kind: 'text', label: 'book.field_keywords', max: 2000, line: true, fresh: null },
  audio: { kind: 'choice', label: 'book.field_audio', of: yesNo, fresh: null },
  audio_length: { kind: 'text', label: 'book.field_audio_length', max: 50, line: true, fresh: null },
  narrator: { kind: 'text', label: 'book.field_narrator', max: 500, line: true, fresh: null },
  video: { kind: 'choice', label: 'book.field_video', of: yesNo, fresh: null },
  video_length: { kind: 'text', label: 'book.field_video_length', max: 50, line: true, fresh: null },
  epub_content_id: { kind: 'text', label: 'book.field_epub_content_id', max: 200, line: true, fresh: null },
  epub_path: { kind: 'text', label: 'book.field_epub_path', max: 1000, line: true, fresh: null },
  content_zip_url: { kind: 'text', label: 'book.field_content_zip_url', max: 2000, line: true, fresh: null },
  original_title: { kind: 'text', label: 'book.field_original_title', max: 500, line: true, fresh: null },
  edition: { kind: 'text', label: 'book.field_edition', max: 200, line: true, fresh: null },
  rights_territory: { kind: 'text', label: 'book.field_rights_territory', max: 500, line: true, fresh: null },
  rights_until: { kind: 'text', label: 'book.field_rights_until', max: 100, line: true, fresh: null },
  list_price: { kind: 'text', label: 'book.field_list_price', max: 100, line: true, fresh: null },
  remarks: { kind: 'text', label: 'book.field_remarks', max: 10_000, fresh: null },
} as const satisfies Fields;

export type BookFieldName = keyof typeof bookTable;

/** The fields that name a record of another kind by its title, and the columns that hold its key. */
export const referenceColumns = {
  series: 'ser_idx',
  level: 'lev_idx',
  category: 'cat_idx',
  age_group: 'grp_idx',
} as const;

export type ReferenceField = keyof typeof referenceColumns;
export type PlainField = Exclude<BookFieldName, ReferenceField>;

/** The fields that are columns of the `book` table, under the same names. */
export const plainFieldNames: readonly PlainField[] = namesOf(bookTable).flatMap((name) =>
  isReference(name) ? [] : [name],
);

export function isReference(name: string): name is ReferenceField {
  return name in referenceColumns;
}

// What a cell may hold of a field whose values have no length of their own. Characters.
const cellMax = { reference: 200, whole: 20, choice: 10, flag: 10 };

const cellOf = (name: BookFieldName, field: Field & { label: BookField['label'] }): BookField => ({
  name,
  label: field.label,
  required: field.required === true,
  max: field.kind === 'text' ? field.max : cellMax[field.kind],
  isLong: field.kind === 'text' && !field.line,
  isWhole: field.kind === 'whole',
  ...(field.kind === 'choice' && { choices: field.of }),
});

/** Every field of a book as a cell, in the order of the sheet's columns. */
export const bookFields: readonly BookField[] = namesOf(bookTable).map((name) => cellOf(name, bookTable[name]));

const byName: ReadonlyMap<string, BookField> = new Map(bookFields.map((field) => [field.name, field]));

export const findBookField = (name: string): BookField | undefined => byName.get(name);

const reservedBids = new Set([
  'all',
  'audio',
  'change',
  'choice',
  'content',
  'cover',
  'create',
  'delete',
  'edit',
  'export',
  'file',
  'history',
  'image',
  'import',
  'new',
  'onix',
  'page',
  'preview',
  'publish',
  'search',
  'sentence',
  'sheet',
  'template',
  'unit',
  'update',
  'word',
]);

/** The format of a bid. */
export const bidRule: ChosenIdRule = { longest: 64, reserved: reservedBids };

/** What the address of the form of a new book may say of it. */
export const startFields = ['bid', 'title', 'title_en', 'author', 'isbn_print', 'isbn_spindle'] as const;
export type StartValues = Partial<Record<(typeof startFields)[number], string>>;
