import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Config } from '#kernel/config/config.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { fileGone, putBack } from '#kernel/storage/set-aside.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { bookMessages } from '../../book.messages.ts';
import { longestAudio } from './audio.rules.ts';
import { readMp3 } from './mp3.rules.ts';

/** The audio file of a sentence. */
export interface Audio {
  audio_key: string;
  audio_type: string;
  audio_size: number;
  audio_ms: number;
}

const mp3 = 'audio/mpeg';

/** A key for audio that nobody can guess and that is never reused. */
export const newAudioKey = (config: Pick<Config, 'production'>): string =>
  `${config.production ? '' : 'test/'}audios/${randomUUID()}.mp3`;

/** Stores an upload under its own key; anything but an MP3 is discarded. */
export async function storeAudio(
  { storage, config }: Pick<Kernel, 'storage' | 'config'>,
  source: Readable,
): Promise<Audio> {
  const key = newAudioKey(config);
  const { size } = await storage.put(key, source, { contentType: mp3, maxBytes: longestAudio });
  try {
    return await inspectAudio(storage, key, size);
  } catch (error) {
    await storage.remove(key);
    throw error;
  }
}

/** The details of an object of `size` bytes that is an MP3; rejects if it is not one. */
export async function inspectAudio(storage: Storage, key: string, size: number): Promise<Audio> {
  const found = size === 0 ? null : await readMp3(await storage.open(key));
  if (!found) throw bookMessages.errorWith(415, 'book.sentence_bad_audio', { field: 'audio' });
  return { audio_key: key, audio_type: mp3, audio_size: size, audio_ms: found.ms };
}

/** Puts audio that an act took from a sentence back to its address; refuses if it is gone. */
export async function putAudioBack(ctx: Context, storage: Storage, key: string): Promise<Audio> {
  if ((await putBack(ctx, storage, [key])).length === 0) throw fileGone();
  return inspectAudio(storage, key, (await storage.stat(key))?.size ?? 0);
}
