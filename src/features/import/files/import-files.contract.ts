import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, success } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';
import { fileSteps } from '../rules/import-files.rules.ts';

const Params = z.object({ import_idx: idx });
const step = z.enum(fileSteps);

/** A chosen file. `modified` is in milliseconds; with name and size it identifies the file. */
const GivenFile = z.strictObject({
  name: z.string().min(1).max(300),
  size: z.int().min(0),
  modified: z.int().min(0),
  /** The browser found that the bytes do not match the extension. */
  wrong_bytes: z.boolean().optional(),
});
export type GivenFile = z.output<typeof GivenFile>;

/** The purpose of a chosen file; results are in the given order. */
const DeclaredFile = z.object({
  name: z.string(),
  bid: z.string().nullable(),
  /** `waiting` for its upload, `uploaded` and to be taken, `taken` earlier, or `invalid`. */
  status: z.enum(['waiting', 'uploaded', 'taken', 'invalid']),
  /** The key to upload to with a grant of `POST /api/v1/upload/grant`; null if it is not to be uploaded. */
  key: z.string().nullable(),
  message: z.string().nullable(),
});
export type DeclaredFile = z.output<typeof DeclaredFile>;

const FileMessage = z.object({ name: z.string(), bid: z.string(), message: z.string() });

const FilesTaken = z.object({
  taken: z.int(),
  refused: z.array(FileMessage),
  /** Names of files that have not arrived, or that wait for other previews of their book. */
  waiting: z.array(z.string()),
});
export type FilesTaken = z.output<typeof FilesTaken>;

const FilesState = z.object({
  taken: z.int(),
  waiting: z.int(),
  refused: z.int(),
  /** The first thousand rejected ones. */
  problems: z.array(FileMessage),
});
export type FilesState = z.output<typeof FilesState>;

export const importFilesApi = contract({
  'POST /api/v1/import/:import_idx/upload': {
    summary: 'Match chosen images or audio to the books of an import; stored unless one is invalid',
    ownTransaction: true,
    params: Params,
    body: z.strictObject({ step, files: longList(GivenFile, { min: 1, max: 20_000 }) }),
    bodyLimit: 8 << 20,
    bodyValues: 120_000,
    response: results(z.object({ files: z.array(DeclaredFile), invalid: z.int() })),
  },
  'PUT /api/v1/import/:import_idx/upload': {
    summary: 'Verify the files uploaded for these books and add them to the books',
    ownTransaction: true,
    params: Params,
    body: z.strictObject({ step, bids: z.array(z.string().min(1).max(64)).min(1).max(500) }),
    response: results(FilesTaken),
  },
  'GET /api/v1/import/:import_idx/upload': {
    summary: 'How many images or audio files of an import are uploaded, awaited and rejected',
    params: Params,
    query: z.object({ step }),
    response: results(FilesState),
  },
  'DELETE /api/v1/import/:import_idx/upload': {
    summary: 'Clear the chosen files that are unfinished or rejected',
    params: Params,
    body: z.strictObject({ step }),
    response: results(success),
  },
});
