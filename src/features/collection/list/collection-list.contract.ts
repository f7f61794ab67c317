import { z } from 'zod';
import { sortReader } from '#kernel/db/list-page.ts';
import { PageNumber, PageSize } from '#kernel/db/paging.ts';
import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { collectionFilter } from './collection-filter.contract.ts';

export const sortKeys = ['title', 'cid', 'public', 'exposed', 'updated'] as const;
const newestFirst = { key: 'updated', descending: true } as const;

const CollectionFilterQuery = collectionFilter.address.extend({
  sort: z.string().optional().catch(undefined).transform(sortReader(sortKeys, newestFirst)),
});

/** The query of the list's address. */
export const CollectionListQuery = CollectionFilterQuery.extend({ page: PageNumber, size: PageSize });

export const collectionListApi = contract({
  'GET /collection/export': {
    summary: 'The collections of the list, in its order, as a sheet',
    query: CollectionFilterQuery.extend({ as: ExportFormat.default('csv') }),
    stream: exportTypes,
    replica: true,
  },
});
