import type { ChosenIdRule } from '#kernel/text/chosen-id.rules.ts';

/** How a field is entered, checked and rendered. A reference is the title of a record of another kind. */
type BookFieldKind = 'text' | 'longtext' | 'integer' | 'choice' | 'date-text' | 'list' | 'reference';

/** One column of the 'ISBN Meta' sheet, one field of a book. */
export interface BookField {
  readonly name: BookFieldName;
  readonly kind: BookFieldKind;
  readonly required: boolean;
  /** Characters, as JavaScript counts them. */
  readonly max: number;
  /** The message key of its label. */
  readonly label: `book.field_${BookFieldName}`;
  readonly choices?: readonly string[];
}

export const levelTypes = ['CEFR', 'Lexile'] as const;
export const cefrLevels = ['Pre-A1', 'A1', 'A2', 'B1', 'B2', 'C1', 'C2'] as const;
const yesNo = ['Y', 'N'] as const;

/** The product's formats; others may be in use. The default for a new book is Spindle. */
export const knownFormats = ['SPINDLE', 'EPUB', 'COURSE_BOOK'] as const;
export const defaultFormat = 'SPINDLE';

// Name, kind, maximum length; in the order of the sheet's columns A to AM.
const columns = [
  ['bid', 'text', 64],
  ['format', 'text', 32],
  ['title', 'text', 500],
  ['title_en', 'text', 500],
  ['series', 'reference', 200],
  ['level', 'reference', 200],
  ['isbn_print', 'text', 32],
  ['isbn_spindle', 'text', 32],
  ['author', 'text', 2000],
  ['illustrator', 'text', 2000],
  ['publisher', 'text', 500],
  ['released_date', 'date-text', 10],
  ['language', 'text', 100],
  ['summary', 'longtext', 10_000],
  ['category', 'reference', 200],
  ['age_group', 'reference', 200],
  ['level_type', 'choice', 10],
  ['lexile', 'text', 10],
  ['cefr_level', 'list', 100],
  ['ar_level', 'text', 50],
  ['word_count', 'integer', 20],
  ['page_count', 'integer', 20],
  ['genre', 'text', 500],
  ['theme', 'text', 500],
  ['keywords', 'text', 2000],
  ['audio', 'choice', 10],
  ['audio_length', 'text', 50],
  ['narrator', 'text', 500],
  ['video', 'choice', 10],
  ['video_length', 'text', 50],
  ['epub_content_id', 'text', 200],
  ['epub_path', 'text', 1000],
  ['content_zip_url', 'text', 2000],
  ['original_title', 'text', 500],
  ['edition', 'text', 200],
  ['rights_territory', 'text', 500],
  ['rights_until', 'text', 100],
  ['list_price', 'text', 100],
  ['remarks', 'longtext', 10_000],
] as const satisfies readonly (readonly [string, BookFieldKind, number])[];

export type BookFieldName = (typeof columns)[number][0];

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
export const plainFieldNames: readonly PlainField[] = columns.flatMap(([name]) => (isReference(name) ? [] : [name]));

export function isReference(name: string): name is ReferenceField {
  return name in referenceColumns;
}

const required: ReadonlySet<string> = new Set(['bid', 'title', 'series', 'level', 'isbn_print', 'isbn_spindle']);
const choices: Partial<Record<BookFieldName, readonly string[]>> = {
  level_type: levelTypes,
  cefr_level: cefrLevels,
  audio: yesNo,
  video: yesNo,
};

/** Every field of a book, in the order of the sheet's columns. */
export const bookFields: readonly BookField[] = columns.map(([name, kind, max]) => ({
  name,
  kind,
  max,
  required: required.has(name),
  label: `book.field_${name}` as const,
  ...(choices[name] && { choices: choices[name] }),
}));

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
