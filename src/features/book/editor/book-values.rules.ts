import { type Choice, changedFields } from '#ui/form/record-values.rules.ts';
import {
  bookFields,
  isReference,
  type PlainField,
  type ReferenceField,
  referenceColumns,
} from '../fields/book-fields.rules.ts';
import type { BookBody, BookRecord } from '../record/book.contract.ts';

type ReferenceColumn = (typeof referenceColumns)[ReferenceField];

/** A field of the editor: a plain one by its name, a reference by the column of its key. */
export type EditorField = PlainField | ReferenceColumn;

/** The values of the editor's fields: texts, '' if empty, and choices. */
export type EditorValues = Record<PlainField, string> & Record<ReferenceColumn, Choice | null>;

const columns: ReadonlySet<string> = new Set(Object.values(referenceColumns));
const isColumn = (name: EditorField): name is ReferenceColumn => columns.has(name);

const textOf = (value: string | number | null) => (value === null ? '' : String(value));

/** The initial values of the editor; a new book starts as Spindle. */
export function valuesOf(book: BookRecord | null): EditorValues {
  const pairs = bookFields.map(({ name }) => {
    if (!isReference(name)) return [name, book ? textOf(book[name]) : name === 'format' ? 'SPINDLE' : ''];
    const key = book?.[referenceColumns[name]] ?? null;
    return [referenceColumns[name], key === null ? null : { value: String(key), label: book?.[name] ?? '' }];
  });
  return Object.fromEntries(pairs);
}

/** A value as shown to people. */
export const shownValue = (name: EditorField, values: EditorValues): string =>
  isColumn(name) ? (values[name]?.label ?? '') : values[name];

/** The body that saves these fields: null for cleared ones. */
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

/** The body of a new book: every field that is not empty. */
export const newBodyOf = (values: EditorValues): BookBody =>
  bodyOf(values, changedFields(values, { ...valuesOf(null), format: '' }));

/** A book that is not an EPUB can be read on mobile only from its content zip. */
export const lacksMobile = (values: EditorValues): boolean =>
  values.format !== 'EPUB' && values.content_zip_url.trim() === '';

/** Whether a required field is empty. */
export const lacksRequired = (values: EditorValues): boolean =>
  bookFields.some(({ name, required }) => {
    if (!required) return false;
    return isReference(name) ? values[referenceColumns[name]] === null : values[name].trim() === '';
  });
