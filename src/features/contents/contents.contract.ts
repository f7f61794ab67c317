import { z } from 'zod';
import { CollectionParams, contentTypes } from '#features/collection/collection.public.ts';
import { readBookIds } from '#features/library/book-search.public.ts';
import { BookSelection } from '#features/library/book-selection.public.ts';
import { PageNumber } from '#kernel/db/paging.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, idxNumber, results, succeeded, version } from '#kernel/work/fields.ts';
import { shortOrList } from '#kernel/work/filter.ts';
import { longList } from '#kernel/work/long-list.ts';

const ContentType = z.enum(contentTypes);
const reason = z.string().trim().max(1000).optional();
// Other programs repeat the cid, which must agree, and ids for the audit trail, on which nothing depends.
const repeated = {
  cid: z.string().max(200).optional(),
  target_id: z.unknown().optional(),
  target_type: z.unknown().optional(),
};

const Counts = z.object({ web: z.int(), mobile: z.int() });
const Changed = z.object({
  success: succeeded,
  /** How many items were added or removed. */
  changed: z.int(),
  version: z.int(),
  /** The act, for its undo. */
  act_idx: z.int().optional(),
});

/** How adding or removing contents would change the books that the collection reaches. */
export const Impact = z.object({
  /** How many items were named, and how many of them need no change: contained already, or not contained. */
  items: z.int(),
  already: z.int(),
  /** Books that would join or leave. */
  books: z.int(),
  /** Books of these items that the collection reaches anyway through other items. */
  reached: z.int(),
  unpublished: z.int(),
  no_mobile: z.int(),
  /** Other collections that reach some of these books: the first few, and how many there are. */
  elsewhere: z.object({ count: z.int(), first: z.array(z.object({ cid: z.string(), title: z.string() })) }),
});
export type Impact = z.output<typeof Impact>;

const Item = z.strictObject({ content_type: ContentType, content_idx: idxNumber });
const items = longList(Item, { min: 1, max: 20_000 });
const changing = { reason, version, dry_run: z.boolean().default(false) };

const Row = z.object({
  content_type: ContentType,
  content_idx: z.int(),
  title: z.string(),
  detail: z.string().nullable(),
  books: z.int(),
});
const search = shortOrList(readBookIds).default('').describe('Words, or a list of bids and ISBNs');
const missing = z.array(z.string()).optional().describe('Of a list of ids, those of no such book');

export const contentsApi = contract({
  'PUT /api/v1/collection/:cid': {
    summary: 'Add a series, level or book to a collection; a series, and any item in manage mode, needs a reason',
    params: CollectionParams,
    form: true,
    body: z.strictObject({ ...repeated, content_type: ContentType, content_idx: idx, reason, version }),
    response: results(Changed),
  },
  'PUT /api/v1/collection/:cid/content/:type/:id': {
    summary: 'Remove a series, level or book from a collection; a book needs a reason',
    params: CollectionParams.extend({ type: ContentType, id: idx }),
    form: true,
    body: z
      .strictObject({
        ...repeated,
        content_type: ContentType.optional(),
        content_idx: idx.optional(),
        reason,
        version,
      })
      .nullish(),
    response: results(Changed),
  },
  'GET /api/v5/collection/:cid/contents': {
    summary: 'What a collection contains, and how many books it reaches; pages of 1,000 items',
    params: CollectionParams,
    query: z.object({ page: PageNumber }),
    response: z.object({
      results: z.array(z.object({ content_type: ContentType, content_idx: z.int(), title: z.string() })),
      counts: Counts,
      total: z.int(),
    }),
  },
  'PUT /api/v5/collection/:cid/contents': {
    summary:
      'Add or remove many items at once, or add the books of a filter; dry_run only says what that would do. More than 5,000 books of a filter run as a job, see /api/v1/work',
    params: CollectionParams,
    body: z.union([
      z.strictObject({ add: items, ...changing }),
      z.strictObject({ add_books: BookSelection, ...changing }),
      z.strictObject({ remove: items, ...changing }),
    ]),
    bodyLimit: 4 << 20,
    bodyValues: 130_000,
    response: results(Changed.extend({ impact: Impact.optional(), work_idx: z.int().optional() })),
  },
  'GET /api/v5/collection/:cid/contents/state': {
    summary: 'How much a collection contains and reaches now, and who locked it',
    params: CollectionParams,
    response: results(
      z.object({
        version: z.int(),
        counts: Counts,
        totals: z.record(ContentType, z.int()),
        locked: z.object({ name: z.string(), at: z.int() }).nullable(),
      }),
    ),
  },
  'GET /api/v5/collection/:cid/contents/line': {
    summary: 'The items of one type that match a search, with the books each reaches; pages of 200',
    params: CollectionParams,
    query: z.object({
      type: ContentType,
      search,
      page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
    }),
    response: results(z.object({ lines: z.array(Row), total: z.int(), missing })),
  },
  'GET /api/v5/collection/:cid/contents/candidate': {
    summary: 'Series, levels and books that match a search, to be added; an empty search finds none',
    params: CollectionParams,
    query: z.object({ search }),
    response: results(z.array(Row.extend({ contained: z.boolean() }))).extend({ missing }),
  },
  'GET /api/v5/collection/:cid/contents/contained': {
    summary: 'Which of these the collection contains: ids of series or levels, or bids, separated by spaces',
    params: CollectionParams,
    query: z.object({ type: ContentType, ids: z.string().max(10_000) }),
    response: results(z.array(z.string())),
  },
});
