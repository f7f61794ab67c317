import { type RawBuilder, sql } from 'kysely';
import type { Config } from '#kernel/config/config.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { jsonOf } from './json.ts';

/** SQL for addresses, so that the text of an answer needs no postprocessing. */
export interface Addresses {
  /** The address of a public file by its key. */
  file: (key: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The address of one of our calls by its path. */
  call: (path: RawBuilder<unknown>) => RawBuilder<unknown>;
}

export function addressesOf({ storage, config }: { storage: Storage; config: Config }): Addresses {
  // The address of a public file is a fixed prefix and the key, whatever the storage.
  const key = 'images/any';
  const base = storage.publicUrl(key).slice(0, -key.length);
  const origin = config.publicUrl ?? '';
  return {
    file: (one) => sql`${sql.lit(base)} || ${one}`,
    call: (path) => sql`${sql.lit(origin)} || ${path}`,
  };
}

/** A stored picture `i` with its address and those of its thumbnails. */
export const pictureOf = ({ file }: Addresses): RawBuilder<unknown> =>
  jsonOf({
    url: file(sql`i.folder || '/' || i.file_name`),
    large: file(sql`i.folder || '/thumb/detail.jpg'`),
    small: file(sql`i.folder || '/thumb/strip.jpg'`),
    width: sql`i.width`,
    height: sql`i.height`,
  });
