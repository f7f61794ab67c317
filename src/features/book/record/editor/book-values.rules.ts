import { type Choice, changedFields } from '#ui/form/record-values.rules.ts';
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

/** What the editor's fields hold: texts, '' where there is none, and choices. */
export type EditorValues = Record<PlainField, string> & Record<ReferenceColumn, Choice | null>;

const columns: ReadonlySet<string> = new Set(Object.values(referenceColumns));
export const isColumn = (name: EditorField): name is ReferenceColumn => columns.has(name);

const textOf = (value: string | number | null) => (value === null ? '' : String(value));

/** What the editor starts with; a new book starts as Spindle. */
export function valuesOf(book: BookRecord | null): EditorValues {
  const pairs = bookFields.map(({ name }) => {
    if (!isReference(name)) return [name, book ? textOf(book[name]) : name === 'format' ? 'SPINDLE' : ''];
    const key = book?.[referenceColumns[name]] ?? null;
    return [referenceColumns[name], key === null ? null : { value: String(key), label: book?.[name] ?? '' }];
  });
  return Object.fromEntries(pairs);
}

/** A value as people read it. */
export const shownValue = (name: EditorField, values: EditorValues): string =>
  isColumn(name) ? (values[name]?.label ?? '') : values[name];

/** The body that saves these fields: null where one was emptied. */
export function bodyOf(values: EditorValues, changed: readonly string[]): BookBody {
  const body: Record<string, string | number | null> = {};
  for (const { name } of bookFields) {
    const field: EditorField = isReference(name) ? referenceColumns[name] : name;
    if (field === 'bid' || !changed.includes(field)) continue;
    body[field] = isColumn(field) ? keyOf(values[field]) : values[field].trim() || null;
  }
  return body;
}

const keyOf = (choice: Choice | null) => (choice ? Number(choice.value) : null);

/** The body of a new book: every field that holds something. */
export const newBodyOf = (values: EditorValues): BookBody =>
  bodyOf(values, changedFields(values, { ...valuesOf(null), format: '' }));

/** A book that is no EPUB can be read on mobile only from its content zip. */
export const lacksMobile = (values: EditorValues): boolean =>
  values.format !== 'EPUB' && values.content_zip_url.trim() === '';

/** Whether a field that every book must have is empty. */
export const lacksRequired = (values: EditorValues): boolean =>
  bookFields.some(({ name, required }) => {
    if (!required) return false;
    return isReference(name) ? values[referenceColumns[name]] === null : values[name].trim() === '';
  });
