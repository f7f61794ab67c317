import { z } from 'zod';
import { mapFields } from '#kernel/records/record-fields.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, idxNumber, results, success, version } from '#kernel/work/fields.ts';
import { bookTable, type PlainField } from '../fields/book-fields.rules.ts';

type Schemas<T, N> = {
  [Name in Exclude<PlainField, 'bid'>]: (typeof bookTable)[Name] extends { kind: 'whole' } ? N : T;
};

const { bid: _bid, series: _series, level: _level, category: _category, age_group: _group, ...edited } = bookTable;

/** One schema for each plain field but the bid; number fields are numbers in both directions. */
const fields = <T extends z.ZodType, N extends z.ZodType>(text: T, number: N): Schemas<T, N> =>
  mapFields(edited, ({ kind }) => (kind === 'whole' ? number : text));

/** A field as received; the field's own rule checks, trims and normalizes it. Null clears it. */
const given = z.union([z.string(), z.number()]).nullable().optional();

/** A book as the editor sends it; an absent field stays as it is. */
export const BookBody = z.strictObject({
  ...fields(given, given),
  ser_idx: idxNumber.optional(),
  lev_idx: idxNumber.optional(),
  cat_idx: idxNumber.nullable().optional(),
  grp_idx: idxNumber.nullable().optional(),
});
export type BookBody = z.output<typeof BookBody>;

/** A book as a row of the 'ISBN Meta' sheet; series, level, category and age group by title. */
export const BookRow = z.strictObject({
  bid: given,
  ...fields(given, given),
  series: given,
  level: given,
  category: given,
  age_group: given,
});
export type BookRow = z.output<typeof BookRow>;

const text = z.string().nullable();

/** A book with all its fields. Times in seconds, 0 meaning never. */
export const BookRecord = z.object({
  bidx: z.int(),
  bid: z.string(),
  ...fields(text, z.int().nullable()),
  format: z.string(),
  title: z.string(),
  isbn_print: z.string(),
  isbn_spindle: z.string(),
  ser_idx: z.int(),
  series: z.string(),
  lev_idx: z.int(),
  level: z.string(),
  cat_idx: z.int().nullable(),
  category: text,
  grp_idx: z.int().nullable(),
  age_group: text,
  published_at: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
  updated_by: text,
  version: z.int(),
});
export type BookRecord = z.output<typeof BookRecord>;

/** A book as lists and reports show it, with the titles of its references. */
export const BookSummary = BookRecord.pick({
  bid: true,
  series: true,
  level: true,
  category: true,
  age_group: true,
}).extend({
  ...fields(text, z.int().nullable()),
  /** The number of its words. */
  words: z.int(),
  published: z.boolean(),
  created: z.int(),
  updated: z.int(),
  updated_by: text,
});

/** Something to check in a saved book. */
export const BookHint = z.object({ field: z.string(), label: z.string(), message: z.string() });
export type BookHint = z.output<typeof BookHint>;

const Saved = success.extend({ bid: z.string(), version: z.int(), warnings: z.array(BookHint) });

// The bid is checked by its own rule, which says what is wrong with it.
export const BookParams = z.object({ bid: z.string().max(200) });

// With every long text at its maximum length.
const bookLimits = { bodyLimit: 256 << 10 };

/** The paths of its images, separated by semicolons; the previews also by their positions: `prev_1`, `prev_2` … */
const BookWithImages = BookRecord.extend({
  cover_path: text,
  preview_path: text,
}).catchall(z.unknown());

/** Answered by the library, which knows the images. */
export const bookReadApi = contract({
  'GET /api/v1/book': {
    summary: 'One book with all its data',
    query: z.object({ bid: z.string().max(200) }),
    response: results(z.array(BookWithImages)),
  },
});

export const bookApi = contract({
  'POST /api/v1/book/:bid': {
    summary: 'Add one book with this bid',
    params: BookParams,
    body: BookBody,
    ...bookLimits,
    response: results(Saved),
  },
  'PUT /api/v1/book/:bid': {
    summary: 'Update a book; absent fields stay unchanged, null clears',
    params: BookParams,
    body: BookBody.extend({ version }),
    ...bookLimits,
    response: results(Saved),
  },
  'GET /api/v1/book/choice': {
    summary: 'The series, levels of a series, categories or age groups to choose from for a book',
    query: z.object({ of: z.enum(['series', 'level', 'category', 'age_group']), ser_idx: idx.optional() }),
    response: results(z.array(z.object({ value: z.string(), label: z.string() }))),
  },
});
