import { z } from 'zod';
import { BookParams } from '#features/book/book-record.public.ts';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, base, results, succeeded, success } from '#kernel/work/fields.ts';
import { maxPreviews } from './book-images.rules.ts';

const bid = z.string().min(1).max(64);
const path = z.string().min(1).max(512);
const paths = z.array(path);

/** The previews of a book, each named by its position: `{ bid, prev_1, prev_2, …, base }`. */
const PreviewOrder = z
  .object({ bid, base })
  .catchall(path)
  .refine(
    (body) => {
      const names = Object.keys(body).filter((name) => name !== 'bid' && name !== 'base');
      return names.length <= maxPreviews && names.every((_, index) => `prev_${index + 1}` in body);
    },
    { path: ['prev_1'] },
  )
  .transform(({ bid: of, base: loaded, ...previews }) => ({
    bid: of,
    base: loaded,
    paths: Object.keys(previews).map((_, index) => previews[`prev_${index + 1}`] ?? ''),
  }));

const later = z.object({ later: z.literal('1').optional().describe('Only stores it, for a change in a release') });

const StagedRow = z.object({ bid: z.string(), file: z.string(), message: z.string() });

export const imageApi = contract({
  'POST /api/v1/book/:bid/cover': {
    summary: 'Upload the cover (field book_cover), replacing the current one',
    params: BookParams,
    query: later,
    files: { book_cover: 'one' },
    response: results(z.object({ files: z.object({ book_cover: paths }), act_idx })),
  },
  'POST /api/v1/book/:bid/preview': {
    summary: 'Upload previews (field book_preview), added after the existing ones',
    params: BookParams,
    query: later,
    files: { book_preview: 'many' },
    response: results(z.object({ files: z.object({ book_preview: paths }), act_idx })),
  },
  'PUT /api/v1/book/preview': {
    summary: 'Set the order of the previews of a book; every one exactly once',
    body: PreviewOrder,
    response: results(success),
  },
  'PUT /api/v1/image': {
    summary:
      'Use files uploaded to staging keys as covers and previews of their books, up to 1,000 files, all or nothing',
    ownTransaction: true,
    body: z.strictObject({
      update: z.strictObject({
        cover: z.array(bid).max(1000).default([]),
        preview: z.record(bid, z.int().min(1).max(maxPreviews)).default({}),
      }),
    }),
    bodyLimit: 256 << 10,
    response: results(
      z.object({
        success: succeeded,
        error_msg: z.string().optional(),
        rows: z.array(StagedRow).optional(),
        cover: z.int().optional(),
        preview: z.int().optional(),
      }),
    ),
  },
});
