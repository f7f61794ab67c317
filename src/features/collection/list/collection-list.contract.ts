import { z } from 'zod';
import { sortReader } from '#kernel/db/list-page.ts';
import { PageNumber, PageSize } from '#kernel/db/paging.ts';
import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { filterText, idx } from '#kernel/work/fields.ts';
import { Localized } from '../collection.contract.ts';
import { exposedTypes } from '../collection.rules.ts';
import { onOff } from './collection-filter.rules.ts';

export const sortKeys = ['title', 'cid', 'public', 'exposed', 'updated'] as const;
const newestFirst = { key: 'updated', descending: true } as const;

/** An invalid part counts as absent. */
const CollectionFilterQuery = z.object({
  search_val: filterText,
  is_public: z.enum(['O', 'X']).optional().catch(undefined),
  exposed_type: z.enum(exposedTypes).optional().catch(undefined),
  owner: idx.optional().catch(undefined),
  age_group: idx.optional().catch(undefined),
  lock: z.enum(onOff).optional().catch(undefined),
  ads: z.enum(onOff).optional().catch(undefined),
  missing: Localized.optional().catch(undefined),
  book: filterText,
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
