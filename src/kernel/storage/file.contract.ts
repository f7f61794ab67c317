import { z } from 'zod';
import { contract } from '../work/contract.ts';
import { results, success } from '../work/fields.ts';

const name = z.string().min(1).max(64);

/** The calls on files, for all kinds of records. */
export const fileApi = contract({
  'DELETE /api/v1/file': {
    summary:
      'Delete a file from the record it belongs to. target_ctl and file_type: book with book_cover or book_preview, collection with collection_cover, collection_thumb or collection_list, sentence with audio, series_guide with cover',
    body: z.strictObject({
      target_ctl: name,
      target_id: z.union([z.string().max(200), z.int()]).transform(String),
      file_type: name,
      file_path: z.string().min(1).max(2000).describe('The path or the address of the file, as the record has it'),
    }),
    response: results(success),
  },
  'POST /api/v1/upload/grant': {
    summary: 'Temporary credentials, each for uploading one file of this key and size before it expires',
    ownTransaction: true,
    body: z.strictObject({
      files: z
        .array(z.strictObject({ key: z.string().min(1).max(512), size: z.int().min(1) }))
        .min(1)
        .max(500),
    }),
    bodyLimit: 1 << 20,
    response: results(
      z.object({
        grants: z.array(
          z.object({
            key: z.string(),
            url: z.string(),
            fields: z.record(z.string(), z.string()),
            /** Seconds. */
            expires_at: z.int(),
          }),
        ),
      }),
    ),
  },
});
