import { z } from 'zod';
import { sortReader } from '#kernel/db/list-page.ts';
import { PageNumber, PageSize } from '#kernel/db/paging.ts';
import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { reservationFilter } from './reservation-filter.contract.ts';

export const sortKeys = ['time', 'collection', 'target', 'status', 'created', 'ended'] as const;
/** Latest times first: changes to come are above those already applied. */
const latestFirst = { key: 'time', descending: true } as const;

const SortedQuery = reservationFilter.address.extend({
  sort: z.string().optional().catch(undefined).transform(sortReader(sortKeys, latestFirst)),
});

/** The query of the list's address. */
export const ReservationListQuery = SortedQuery.extend({ page: PageNumber, size: PageSize });

export const reservationListApi = contract({
  'GET /reservation/export': {
    summary: 'The scheduled changes of the list, in its order, as a sheet',
    query: SortedQuery.extend({ as: ExportFormat.default('csv') }),
    stream: exportTypes,
    replica: true,
  },
});
