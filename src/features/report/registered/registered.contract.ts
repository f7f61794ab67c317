import { z } from 'zod';
import { sortReader } from '#kernel/db/list-page.ts';
import { PageNumber, PageSize } from '#kernel/db/paging.ts';
import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { registeredFigures } from './registered.rules.ts';
import { bookSortKeys } from './registered-books.read.ts';
import { collectionSortKeys } from './registered-collections.read.ts';
import { registeredCollectionFilter, registeredFilter } from './registered-filter.contract.ts';

const sort = z.string().optional().catch(undefined);
const mostFirst = { key: 'registrations', descending: true } as const;

const CollectionFilterQuery = registeredCollectionFilter.address.extend({
  sort: sort.transform(sortReader(collectionSortKeys, mostFirst)),
});
const BookFilterQuery = registeredFilter.address.extend({
  sort: sort.transform(sortReader(bookSortKeys, mostFirst)),
});

/** The queries of the reports' addresses. */
export const RegisteredCollectionQuery = CollectionFilterQuery.extend({ page: PageNumber, size: PageSize });
export const RegisteredBookQuery = BookFilterQuery.extend({ page: PageNumber, size: PageSize });

const figures = {
  ...(Object.fromEntries(registeredFigures.map((name) => [name, z.int()])) as Record<
    (typeof registeredFigures)[number],
    z.ZodInt
  >),
  /** The days of the first and the last registration, 'YYYY-MM-DD'. */
  first: z.string(),
  last: z.string(),
};

const RegisteredCollection = z.object({
  cidx: z.int(),
  cid: z.string(),
  title: z.string(),
  owners: z.array(z.object({ cust_idx: z.int(), name: z.string() })),
  ...figures,
});

const RegisteredBook = z.object({
  bid: z.string(),
  title: z.string(),
  series: z.string(),
  level: z.string(),
  format: z.string(),
  published: z.boolean(),
  /** The collections that reach it and have registrations. */
  collections: z.int(),
  ...figures,
});

const as = ExportFormat.default('csv');

export const registeredApi = contract({
  'GET /api/v1/report/registered-collection': {
    summary: 'The collections that learners registered for, with how many registrations; `total` counts up to 10,000',
    query: RegisteredCollectionQuery,
    response: z.object({ results: z.array(RegisteredCollection), total: z.int() }),
    replica: true,
  },
  'GET /report/registered-collection/export': {
    summary: 'The collections that learners registered for, in the order of the report, as a sheet',
    query: CollectionFilterQuery.extend({ as }),
    stream: exportTypes,
    replica: true,
  },
  'GET /api/v1/report/registered-book': {
    summary: 'The books that registrations reach by their collections, with how many; `total` counts up to 10,000',
    query: RegisteredBookQuery,
    response: z.object({ results: z.array(RegisteredBook), total: z.int() }),
    replica: true,
  },
  'GET /report/registered-book/export': {
    summary: 'The books that registrations reach by their collections, in the order of the report, as a sheet',
    query: BookFilterQuery.extend({ as }),
    stream: exportTypes,
    replica: true,
  },
});
