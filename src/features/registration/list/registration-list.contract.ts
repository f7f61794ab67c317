import { z } from 'zod';
import { sortReader } from '#kernel/db/list-page.ts';
import { PageNumber, PageSize } from '#kernel/db/paging.ts';
import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { registrationFilter } from './registration-filter.contract.ts';

export const sortKeys = ['registered'] as const;
const newestFirst = { key: 'registered', descending: true } as const;

const RegistrationFilterQuery = registrationFilter.address.extend({
  sort: z.string().optional().catch(undefined).transform(sortReader(sortKeys, newestFirst)),
});

/** The query of the list's address. */
export const RegistrationListQuery = RegistrationFilterQuery.extend({ page: PageNumber, size: PageSize });

export const registrationListApi = contract({
  'GET /registration/export': {
    summary: 'The registrations of the list, in its order, as a sheet',
    query: RegistrationFilterQuery.extend({ as: ExportFormat.default('csv') }),
    stream: exportTypes,
    replica: true,
  },
});
