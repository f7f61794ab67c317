import { z } from 'zod';
import { BookParams } from '#features/book/book-record.public.ts';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, results, succeeded, success, version } from '#kernel/work/fields.ts';
import { type ContentKind, contentKey, contentKinds, stagedContent } from './content-keys.rules.ts';

const text = z.string().nullable();

/** The metadata of an EPUB. */
const EpubDetails = z.object({
  title: text,
  altTitle: text,
  creators: z.array(z.string()),
  language: text,
  identifier: text,
  publisher: text,
  date: text,
  direction: z.enum(['ltr', 'rtl']).nullable(),
  spine: z.int(),
  manifest: z.int(),
  toc: z.array(z.object({ title: z.string(), depth: z.int() })),
  tocCount: z.int(),
});
export type EpubDetails = z.output<typeof EpubDetails>;

/** A file of a book. Sizes in bytes, the time in seconds. */
const Content = z.object({
  kind: z.enum(contentKinds),
  file_name: z.string(),
  size: z.int(),
  unpacked: z.int(),
  entries: z.int(),
  has_cover: z.boolean(),
  epub: EpubDetails.nullable(),
  uploaded_at: z.int(),
  uploaded_by: text,
});
export type Content = z.output<typeof Content>;

const BookContents = z.object({ epub: Content.nullable(), zip: Content.nullable() });
export type BookContents = z.output<typeof BookContents>;

/** An upload in the storage to assign to a book, and the file's name, which its key does not hold. */
const staged = (kind: ContentKind) =>
  z.strictObject({
    key: z.string().regex(stagedContent[kind]),
    file_name: z.string().min(1).max(200).optional(),
    /** The book's version. */
    version,
  });
export type StagedContent = z.output<ReturnType<typeof staged>>;

const later = z.object({ later: z.literal('1').optional().describe('Only stores it, for a change in a release') });
export type Later = z.output<typeof later>;

/** The file to download. */
const fileOf = (kind: ContentKind) =>
  z.object({
    file: z
      .string()
      .regex(contentKey[kind])
      .optional()
      .describe('One that is kept for a release, or that the book had before, for as long as it is kept'),
  });

const Uploaded = results(
  z.object({
    success: succeeded,
    content: Content,
    file: z.string().describe('Names it in a change of a release'),
    act_idx,
  }),
);

export const contentApi = contract({
  'GET /api/v1/book/:bid/content': {
    summary: 'The EPUB and the content zip of a book, as inspected on upload',
    params: BookParams,
    response: results(BookContents),
  },
  'GET /api/v1/book/:bid/content/cover': {
    summary: 'The cover in the EPUB of a book',
    params: BookParams,
    stream: ['image/jpeg', 'image/png'],
  },
  'POST /api/v1/book/:bid/epub': {
    summary: 'Upload the EPUB of a book (field file), replacing the current one',
    params: BookParams,
    query: later,
    files: { file: 'one' },
    response: Uploaded,
  },
  'POST /api/v1/book/:bid/zip': {
    summary: 'Upload the content zip of a book (field file), replacing the current one',
    params: BookParams,
    query: later,
    files: { file: 'one' },
    response: Uploaded,
  },
  'PUT /api/v1/book/:bid/epub': {
    summary: 'Use a file uploaded to a staging key as the EPUB of a book, replacing the current one',
    ownTransaction: true,
    params: BookParams,
    query: later,
    body: staged('epub'),
    response: Uploaded,
  },
  'PUT /api/v1/book/:bid/zip': {
    summary: 'Use a file uploaded to a staging key as the content zip of a book, replacing the current one',
    ownTransaction: true,
    params: BookParams,
    query: later,
    body: staged('zip'),
    response: Uploaded,
  },
  'GET /api/v1/book/:bid/epub': {
    summary: 'Download the EPUB',
    redirect: 'To a signed address that expires',
    params: BookParams,
    query: fileOf('epub'),
  },
  'GET /api/v1/book/:bid/zip': {
    summary: 'Download the content zip',
    redirect: 'To a signed address that expires',
    params: BookParams,
    query: fileOf('zip'),
  },
  'DELETE /api/v1/book/:bid/epub': {
    summary: 'Delete the EPUB of a book',
    params: BookParams,
    response: results(success),
  },
  'DELETE /api/v1/book/:bid/zip': {
    summary: 'Delete the content zip of a book',
    params: BookParams,
    response: results(success),
  },
});
