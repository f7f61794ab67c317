import { z } from 'zod';
import { sortReader } from '#kernel/db/list-page.ts';
import { PageNumber, PageSize } from '#kernel/db/paging.ts';
import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { Day } from '#kernel/work/days.ts';
import { filterText, idx } from '#kernel/work/fields.ts';
import { registrationStatuses, registrationWays } from '../registration.rules.ts';

export const sortKeys = ['registered'] as const;
const newestFirst = { key: 'registered', descending: true } as const;

/** An invalid part counts as absent. */
const RegistrationFilterQuery = z.object({
  search_val: filterText,
  learner_id: filterText,
  cidx: idx.optional().catch(undefined),
  event_idx: idx.optional().catch(undefined),
  kind: z.enum(registrationWays).optional().catch(undefined),
  status: z.enum(registrationStatuses).optional().catch(undefined),
  since: Day.catch(undefined),
  until: Day.catch(undefined),
  cust_idx: idx.optional().catch(undefined),
  book: filterText,
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
