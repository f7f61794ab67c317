import type { BookBody, BookRecord } from '../../book.contract.ts';
import {
  bookFields,
  isReference,
  type PlainField,
  type ReferenceField,
  referenceColumns,
} from '../book-columns.rules.ts';

export type ReferenceColumn = (typeof referenceColumns)[ReferenceField];

/** A field of the editor: a plain one by its name, a reference by the column of its key. */
export type EditorField = PlainField | ReferenceColumn;

/** What the editor's fields hold, as text; '' where there is nothing. */
export type EditorValues = Record<EditorField, string>;

/** The titles behind the keys. */
export type EditorTitles = Record<ReferenceColumn, string>;

const columnOf = (name: PlainField | ReferenceField): EditorField =>
  isReference(name) ? referenceColumns[name] : name;

/** Every field of the editor, in the order of the sheet. */
const editorFields: readonly EditorField[] = bookFields.map((field) => columnOf(field.name));

const textOf = (value: string | number | null) => (value === null ? '' : String(value));

/** What the editor starts with; a new book starts as Spindle. */
export function valuesOf(book: BookRecord | null): EditorValues {
  const pairs = editorFields.map((name) => [name, book ? textOf(book[name]) : name === 'format' ? 'SPINDLE' : '']);
  return Object.fromEntries(pairs);
}

export function titlesOf(book: BookRecord | null): EditorTitles {
  return {
    ser_idx: book?.series ?? '',
    lev_idx: book?.level ?? '',
    cat_idx: book?.category ?? '',
    grp_idx: book?.age_group ?? '',
  };
}

/** The fields in which two states differ, but for spaces around. */
export function differing(a: EditorValues, b: EditorValues): EditorField[] {
  return editorFields.filter((name) => a[name].trim() !== b[name].trim());
}

/** The body that brings `base` to `values`: changed fields alone, null where one was emptied. */
export function bodyOf(values: EditorValues, base: EditorValues): BookBody {
  const body: Record<string, string | number | null> = {};
  for (const name of differing(values, base)) {
    if (name !== 'bid') body[name] = valueOf(name, values[name].trim());
  }
  return body;
}

const isKey = (name: EditorField): boolean => name.endsWith('_idx');

const valueOf = (name: EditorField, text: string) => (text === '' ? null : isKey(name) ? Number(text) : text);

/** A book that is no EPUB can be read on mobile only from its content zip. */
export const lacksMobile = (values: EditorValues): boolean =>
  values.format !== 'EPUB' && values.content_zip_url.trim() === '';

/** Whether a field that every book must have is empty. */
export const lacksRequired = (values: EditorValues): boolean =>
  bookFields.some((field) => field.required && values[columnOf(field.name)].trim() === '');

/** Where two people changed the same book: the fields to choose in, each with the choice that loses nothing. */
export interface Disagreement {
  name: EditorField;
  keep: 'mine' | 'theirs';
}

/** Compares what was typed with what somebody else saved since `base` was loaded. */
export function disagreements(base: EditorValues, mine: EditorValues, theirs: EditorValues): Disagreement[] {
  const typed = new Set(differing(mine, base));
  return differing(mine, theirs).map((name) => ({ name, keep: typed.has(name) ? 'mine' : 'theirs' }));
}
