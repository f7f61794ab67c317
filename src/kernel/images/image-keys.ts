import { type RawBuilder, sql } from 'kysely';
import { thumbSizes } from './image-paths.rules.ts';

/**
 * Everything stored for the images of a table, for a `FileCheck`: the image itself, whose size is known, and its
 * thumbnails. `images` returns record, folder, file_name and size.
 */
export const imageKeys = (
  images: RawBuilder<unknown>,
): RawBuilder<{ key: string; record: string; size: number | null }> => sql`
  select file.key, image.record, file.size from (${images}) image, lateral (
    values (folder || '/' || file_name, size), ${sql.join(
      Object.keys(thumbSizes).map((name) => sql`(folder || ${`/thumb/${name}.jpg`}, null)`),
    )}
  ) file (key, size)`;

/** The columns that say where an image is stored, and how large it is. */
export const imageColumns = ['folder', 'file_name', 'size'] as const;

/** Everything stored for images of which `rows` has these columns as texts, and `record`. */
export const storedImageKeys = (rows: RawBuilder<unknown>) =>
  imageKeys(sql`select record, folder, file_name, size::integer from ${rows} i`);
