import { z } from 'zod';
import { sortField } from '#kernel/db/list-page.ts';
import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { listQueries } from '#kernel/mount/list.ts';
import { Referring } from '#kernel/records/references.contract.ts';
import { selectionOf } from '#kernel/records/selection.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, idxNumber, results, Seen, succeeded, success, version } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';
import { bookFilter } from './list/book-filter.contract.ts';
import { readOrder } from './list/book-order.read.ts';
import { type MissingFigures, noneMissing } from './readiness/readiness.rules.ts';
import type { PlainField } from './record/book-columns.rules.ts';

/** One schema for each plain field but the bid; number fields are numbers in both directions. */
const fields = <T extends z.ZodType, N extends z.ZodType>(text: T, number: N) =>
  ({
    format: text,
    title: text,
    title_en: text,
    isbn_print: text,
    isbn_spindle: text,
    author: text,
    illustrator: text,
    publisher: text,
    released_date: text,
    language: text,
    summary: text,
    level_type: text,
    lexile: text,
    cefr_level: text,
    ar_level: text,
    word_count: number,
    page_count: number,
    genre: text,
    theme: text,
    keywords: text,
    audio: text,
    audio_length: text,
    narrator: text,
    video: text,
    video_length: text,
    epub_content_id: text,
    epub_path: text,
    content_zip_url: text,
    original_title: text,
    edition: text,
    rights_territory: text,
    rights_until: text,
    list_price: text,
    remarks: text,
  }) satisfies Record<Exclude<PlainField, 'bid'>, z.ZodType>;

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
const BookRow = z.strictObject({
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

/** The paths of its images, separated by semicolons; the previews also by their positions: `prev_1`, `prev_2` … */
const BookWithImages = BookRecord.extend({ cover_path: text, preview_path: text }).catchall(z.unknown());

/** Something to check in a saved book. */
export const BookHint = z.object({ field: z.string(), label: z.string(), message: z.string() });
export type BookHint = z.output<typeof BookHint>;

const Saved = success.extend({ bid: z.string(), version: z.int(), warnings: z.array(BookHint) });

// The bid is checked by its own rule, which says what is wrong with it.
export const BookParams = z.object({ bid: z.string().max(200) });

const rowsBody = z.strictObject({
  books: longList(BookRow, { min: 1, max: 5000 }),
  /** Creates missing series, levels, categories and age groups instead of rejecting their rows. */
  create_missing: z.boolean().optional(),
});

const RowsWritten = z.object({
  success: z.boolean(),
  error_msg: z.string().optional(),
  /** `row` counts from 1. */
  rows: z.array(z.object({ row: z.int(), field: z.string(), message: z.string() })).optional(),
  created: z.int().optional(),
  updated: z.int().optional(),
  unchanged: z.int().optional(),
});
export type RowsWritten = z.output<typeof RowsWritten>;

/** The filters and the order in the URL of the list. */
export const BookFilterQuery = bookFilter.address.extend({
  sort: sortField(readOrder),
});
/** Bids separated by spaces, as in a URL. */
const someBids = z.string().transform((bids) => bids.split(' ').filter((bid) => bid !== ''));

/** The filters and the order of the list, with some of its books named: only those, or all but those. */
export const SelectedBooksQuery = bookFilter.query.extend({
  sort: sortField(readOrder),
  bids: someBids.optional(),
  except: someBids.default([]),
});

export const bookQueries = listQueries(bookFilter, readOrder);

/** The books of a list, with a few exceptions. */
export const BookSelection = selectionOf(z.string().max(64), bookFilter.body);

const missingFigures = Object.fromEntries(Object.keys(noneMissing).map((name) => [name, z.int()])) as {
  [Name in keyof MissingFigures]: z.ZodInt;
};

/** The effect of publishing or unpublishing on readers, counted over the books that would change. */
const PublishFigures = z.object({
  /** The number of books that lack something, by what they lack; `no_audio` are books with silent sentences. */
  ...missingFigures,
  sentences: z.int(),
  /** Sentences that need audio and have none. */
  silent: z.int(),
  /** Books that other records use or contain through others, such as collections. */
  used: z.int(),
  /** There are more books than were counted. */
  more: z.boolean(),
});
export type PublishFigures = z.output<typeof PublishFigures>;

const publishing = { published: z.boolean().default(true), dry_run: z.boolean().default(false) };

const bidList = longList(z.string().max(64), { min: 1, max: 10_000 });
/** For a body that names that many books one by one. */
export const selectionLimits = { bodyLimit: 1 << 20, bodyValues: 12_000 };

// 5,000 rows of 39 fields; and a book with every long text at its maximum length.
const rowsLimits = { bodyLimit: 16 << 20, bodyValues: 250_000 };
const bookLimits = { bodyLimit: 256 << 10 };

export const bookApi = contract({
  'GET /api/v1/book': {
    summary: 'One book with all its data',
    query: z.object({ bid: z.string().max(200) }),
    response: results(z.array(BookWithImages)),
  },
  'POST /api/v1/book': {
    summary: 'Add up to 5,000 books from sheet rows; all of them, or none if a row is rejected',
    body: rowsBody,
    idempotent: true,
    ...rowsLimits,
    response: results(RowsWritten),
  },
  'PUT /api/v1/book/import': {
    summary: 'The same, updating existing books; absent or empty fields stay unchanged, null clears',
    body: rowsBody,
    ...rowsLimits,
    response: results(RowsWritten),
  },
  'PUT /api/v1/book': {
    summary:
      'Publish books, or unpublish them with published false; dry_run returns how many would change and what that means for readers. Selections of more than 5,000 run as a job, see /api/v1/work',
    body: z.union([
      z.strictObject({ bids: bidList, ...publishing }),
      z.strictObject({ selection: BookSelection, ...publishing }),
    ]),
    ...selectionLimits,
    response: results(
      z.object({
        success: succeeded,
        changed: z.int(),
        /** For books named one by one: links to them. */
        links: z.array(z.object({ bid: z.string(), href: z.string() })),
        /** The number of selected books. */
        count: z.int().optional(),
        /** In a dry run: what readers gain or lose. */
        figures: PublishFigures.optional(),
        /** The same as a question in the caller's language. */
        question: z
          .object({
            title: z.string(),
            body: z.string(),
            figures: z.array(z.string()),
            /** The collections and roadmaps in which unpublished books are no longer available. */
            lost_in: Referring.optional(),
          })
          .optional(),
        /** The act, see /api/v1/act. */
        act_idx: z.int().optional(),
        /** The job that runs it. */
        work_idx: z.int().optional(),
      }),
    ),
  },
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
  'POST /book/delete/:bid': {
    summary: 'Delete an unused book and everything that belongs to it',
    params: BookParams,
    query: Seen,
    response: results(success),
  },
  'GET /api/v1/book/choice': {
    summary: 'The series, levels of a series, categories or age groups to choose from for a book',
    query: z.object({ of: z.enum(['series', 'level', 'category', 'age_group']), ser_idx: idx.optional() }),
    response: results(z.array(z.object({ value: z.string(), label: z.string() }))),
  },
  'GET /book/export': {
    summary:
      'The books that match these filters but a few, or only some, in this order, as a sheet in the import layout',
    query: SelectedBooksQuery.extend({ as: ExportFormat }),
    stream: exportTypes,
    replica: true,
  },
});
