import { z } from 'zod';
import { readBookIds } from '#features/library/book-search.public.ts';
import { PageNumber } from '#kernel/db/paging.ts';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, base, idx, results, succeeded, title, version } from '#kernel/work/fields.ts';
import { shortOrList } from '#kernel/work/filter.ts';
import { longList } from '#kernel/work/long-list.ts';
import { mostBooks } from './roadmap.rules.ts';

export const RoadmapParams = z.object({ grp_idx: idx });

const bid = z.string().min(1).max(64);

const target_group = idx.describe('The age group that the roadmap belongs to');

const loaded = {
  version: version.describe(
    'The version the caller loaded; if it is older than the stored one, nothing is changed (409)',
  ),
  base: base.describe('The base that the caller loaded, as returned by GET'),
};

const Move = z.strictObject({
  target_group,
  target_row: z
    .int()
    .min(-1)
    .max(100_000)
    .describe('From 0; -1 takes the books out, the number of rows makes a new one'),
  target_place: z
    .int()
    .min(0)
    .max(mostBooks)
    .optional()
    .describe(
      'From 0: before which book of the row as it is now; without it, books new in the row follow its last one',
    ),
  bids: z.array(bid).min(1).max(1000),
  ...loaded,
});
export type Move = z.output<typeof Move>;

/** Rows of books. */
export const ArrangedRows = longList(z.array(bid).max(1000), { max: 20_000 }).describe(
  'The books that are placed now, in any arrangement',
);

const Arrangement = z.strictObject({
  target_group,
  rows: ArrangedRows,
  ...loaded,
});
export type Arrangement = z.output<typeof Arrangement>;

const NewRoadmap = z.strictObject({
  title: title.describe('The title of the age group'),
  rows: longList(z.array(bid).max(1000), { max: 20_000 }).describe('Its books; those that do not exist are left out'),
});
export type NewRoadmap = z.output<typeof NewRoadmap>;

const Roadmap = z.object({
  rows: z.array(z.array(z.string())),
  version: z.int(),
  base: z.string(),
});

/** What to know about a change that was saved, in the caller's language. */
const Warning = z.object({ field: z.string(), label: z.string(), message: z.string() });
export type Warning = z.output<typeof Warning>;

/** A book as shown on the screen. */
const RoadmapBook = z.object({
  bid: z.string(),
  title: z.string(),
  cover: z.string().nullable(),
  published: z.boolean(),
});
export type RoadmapBook = z.output<typeof RoadmapBook>;

const WaitingBook = RoadmapBook.extend({
  new_words: z
    .int()
    .nullable()
    .describe('How many of its words no book of the roadmap has; null if it has no words yet'),
});
type WaitingBook = z.output<typeof WaitingBook>;

/** The orders of the waiting list; books without words come last in that of new words. */
const waitingOrders = ['title', 'new_words'] as const;
export type WaitingOrder = (typeof waitingOrders)[number];

const Waiting = z.object({
  books: z.array(WaitingBook),
  total: z.int(),
  page: z.int(),
  missing: z.array(z.string()).optional().describe('Of a list of ids, those of no such book'),
});
export type Waiting = z.output<typeof Waiting>;

const WaitingQuery = z.object({
  target_group,
  search: shortOrList(readBookIds).optional().describe('Words, or a list of bids and ISBNs'),
  own: z.enum(['true', 'false']).optional().describe("'true': only books of this age group"),
  order: z.enum(waitingOrders).default('title').describe('new_words: the fewest new words first'),
  page: PageNumber,
});
export type WaitingQuery = z.output<typeof WaitingQuery>;

export const roadmapApi = contract({
  'GET /api/v1/roadmap': {
    summary: 'The rows of a roadmap, each a list of bids',
    query: z.object({ target_group }),
    response: results(Roadmap),
  },
  'POST /api/v1/roadmap': {
    summary: 'Create an age group together with its roadmap, such as one that was deleted while it was arranged',
    body: NewRoadmap,
    bodyLimit: 1 << 20,
    bodyValues: 40_000,
    response: results(Roadmap.extend({ success: succeeded, grp_idx: z.int() })),
  },
  'PUT /api/v1/roadmap': {
    summary: 'Move up to 5 books into a row, into a new one or out of the roadmap; or arrange the books in other rows',
    body: z.union([Move, Arrangement]),
    bodyLimit: 1 << 20,
    bodyValues: 40_000,
    response: results(Roadmap.extend({ success: succeeded, warnings: z.array(Warning), act_idx })),
  },
  'GET /api/v1/roadmap/waiting': {
    summary: 'The published books that are in no row yet, in order; at most 10,000 are counted',
    query: WaitingQuery,
    response: results(Waiting),
  },
  'GET /api/v1/roadmap/book': {
    summary: 'What the screen shows of some books; those that do not exist are missing',
    query: z.object({
      bids: z
        .string()
        .max(8000)
        .transform((text) => text.split(',').filter((one) => one !== ''))
        .describe('Separated by commas'),
    }),
    response: results(z.array(RoadmapBook)),
  },
});
