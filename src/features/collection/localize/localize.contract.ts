import { z } from 'zod';
import { sortReader } from '#kernel/db/list-page.ts';
import { PageNumber } from '#kernel/db/paging.ts';
import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { contract } from '#kernel/work/contract.ts';
import { filterText, results, success, version } from '#kernel/work/fields.ts';
import { CollectionParams, Localized } from '../collection.contract.ts';

const inLanguage = Localized.optional().catch(undefined);

const MatrixFilter = z.object({
  search_val: filterText,
  missing: inLanguage,
  begun: inLanguage,
  outdated: inLanguage,
  is_public: z.literal('O').optional().catch(undefined),
  sort: z
    .string()
    .optional()
    .catch(undefined)
    .transform(sortReader(['cid'], { key: 'cid', descending: false })),
});
export type MatrixFilter = z.output<typeof MatrixFilter>;

/** The query of the language grid's address. */
export const MatrixQuery = MatrixFilter.extend({ page: PageNumber });

export const localizeApi = contract({
  'PUT /api/v5/collection/:cid/localize/:locale/review': {
    summary: 'Say that the texts of a language are still right although those of another were saved since',
    params: CollectionParams.extend({ locale: Localized }),
    body: z.strictObject({ version }),
    response: results(success),
  },
  'GET /collection/matrix/export': {
    summary: 'How far the texts of each collection are in each language, as a sheet',
    query: MatrixFilter.extend({ as: ExportFormat.default('csv') }),
    stream: exportTypes,
    replica: true,
  },
});
