import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { idx, results } from '#kernel/work/fields.ts';
import { SheetState } from '../sentences/import-sentences.contract.ts';

const body = z.strictObject({ link: z.string().trim().min(1).max(2000) });

export const importLinkApi = contract({
  'POST /api/v1/import/link': {
    summary: "Read and check the sheet 'ISBN Meta' of a cloud spreadsheet, with the connected account",
    ownTransaction: true,
    long: true,
    body,
    response: results(z.object({ import_idx: z.int() })),
  },
  'POST /api/v1/import/:import_idx/sentence/link': {
    summary: "Read and check the sheet 'Words and Sentences' of a cloud spreadsheet, with the connected account",
    ownTransaction: true,
    long: true,
    params: z.object({ import_idx: idx }),
    body,
    response: results(SheetState),
  },
});
