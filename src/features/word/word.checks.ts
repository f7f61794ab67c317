import { sql } from 'kysely';
import type { FileCheck } from '#kernel/work/data-check.ts';

/** The audio of sentences. */
export const audioFiles: readonly FileCheck[] = [
  {
    name: 'sentence',
    prefixes: ['audios/', 'test/audios/'],
    files: sql`
      select audio_key as key, 'sentence ' || sent_idx as record, audio_size as size from sentence where audio_key is not null`,
    optional: sql`select audio_key as key, 'kept audio' as record, audio_size as size from kept_audio`,
  },
];
