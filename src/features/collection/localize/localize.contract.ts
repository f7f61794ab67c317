import { z } from 'zod';
import { sortReader } from '#kernel/db/list-page.ts';
import { PageNumber } from '#kernel/db/paging.ts';
import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { results, success, version } from '#kernel/work/fields.ts';
import { type FilterOf, field, filterOf, search } from '#kernel/work/filter.ts';
import { CollectionParams, Localized } from '../collection.contract.ts';

const inLanguage = () => field(Localized);

const matrixFilter = filterOf({
  search_val: search(),
  missing: inLanguage(),
  begun: inLanguage(),
  outdated: inLanguage(),
  is_public: field(z.literal('O')),
});
export type MatrixFilter = FilterOf<typeof matrixFilter>;

const MatrixFilterQuery = matrixFilter.address.extend({
  sort: z
    .string()
    .optional()
    .catch(undefined)
    .transform(sortReader(['cid'], { key: 'cid', descending: false })),
});

/** The query of the language grid's address. */
export const MatrixQuery = MatrixFilterQuery.extend({ page: PageNumber });
export type MatrixQuery = z.output<typeof MatrixFilterQuery>;

export const localizeApi = contract({
  'PUT /api/v5/collection/:cid/localize/:locale/review': {
    summary: 'Say that the texts of a language are still right although those of another were saved since',
    params: CollectionParams.extend({ locale: Localized }),
    body: z.strictObject({ version }),
    response: results(success),
  },
  'GET /collection/matrix/export': {
    summary: 'How far the texts of each collection are in each language, as a sheet',
    query: MatrixFilterQuery.extend({ as: ExportFormat.default('csv') }),
    stream: exportTypes,
    replica: true,
  },
});
