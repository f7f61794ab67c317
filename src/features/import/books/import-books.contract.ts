import { z } from 'zod';
import { cleanTitle } from '#kernel/text/text-forms.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, version } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';
import { ImportPage, ImportState } from '../record/import.contract.ts';
import { importSteps } from '../rules/import-steps.rules.ts';
import { bookFilters } from './import-books.rules.ts';

const Params = z.object({ import_idx: idx });

/** Not known yet, present, or rejected. */
const FileStatus = z.enum(['unknown', 'valid', 'invalid']);

const ImportedBook = z.object({
  row_no: z.int(),
  bid: z.string(),
  title: z.string(),
  data: FileStatus,
  cover: FileStatus,
  preview: FileStatus,
  audio: FileStatus,
  previews: z.int(),
  /** The number of sentences that need audio, and the number that have it. */
  targeted: z.int(),
  voiced: z.int(),
  problems: z.array(z.object({ name: z.string(), message: z.string() })),
});
export type ShownBook = z.output<typeof ImportedBook>;

export const importBooksApi = contract({
  'POST /api/v1/import/book': {
    summary: 'Start an import of images, words and audio for existing books',
    body: z.strictObject({ bids: longList(z.string().overwrite(cleanTitle).min(1).max(64), { min: 1, max: 10_000 }) }),
    bodyLimit: 1 << 20,
    bodyValues: 12_000,
    response: results(z.object({ import_idx: z.int() })),
  },
  'GET /api/v1/import/:import_idx/book': {
    summary: 'The books of an import, and which of their files are present',
    params: Params,
    query: z.object({ filter: z.enum(bookFilters).catch('all').default('all'), page: ImportPage.catch(1) }),
    response: results(z.object({ books: z.array(ImportedBook), total: z.int() })),
  },
  'PUT /api/v1/import/:import_idx/step': {
    summary: 'Move to another step of the wizard',
    ownTransaction: true,
    params: Params,
    body: z.strictObject({ step: z.enum(importSteps).exclude(['isbn']), version }),
    response: results(ImportState),
  },
});
