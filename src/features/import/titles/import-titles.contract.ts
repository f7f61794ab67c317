import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, title, version } from '#kernel/work/fields.ts';
import { ImportState, MissingTitle } from '../record/import.contract.ts';
import { longestImport } from '../rules/import-upload.rules.ts';
import { mergedTogether, titlesPageSize, twinKinds } from '../rules/missing-titles.rules.ts';

const Params = z.object({ import_idx: idx });

const Titles = z.object({ titles: z.array(MissingTitle), total: z.int() });
export type FoundTitles = z.output<typeof Titles>;

export const importTitlesApi = contract({
  'GET /api/v1/import/:import_idx/title': {
    summary: 'One page of the titles that are not in the library yet, those that look like another first',
    params: Params,
    query: z.object({
      search: z.string().trim().max(200).default(''),
      page: z.coerce
        .number()
        .int()
        .min(1)
        .max(Math.ceil((4 * longestImport) / titlesPageSize))
        .default(1),
    }),
    response: results(Titles),
  },
  'PUT /api/v1/import/:import_idx/title': {
    summary: 'Write titles in one spelling in every row that has one of the others',
    ownTransaction: true,
    params: Params,
    body: z.strictObject({
      merges: z
        .array(
          z.strictObject({
            kind: z.enum(twinKinds),
            from: z.array(z.string().min(1).max(200)).min(1).max(20),
            to: title,
          }),
        )
        .min(1)
        .max(mergedTogether),
      version,
    }),
    response: results(ImportState),
  },
});
