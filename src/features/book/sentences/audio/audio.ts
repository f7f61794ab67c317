import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Config } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import type { Kernel } from '#kernel/feature.ts';
import { leaveFiles } from '#kernel/storage/leave-files.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { bookMessages } from '../../book.messages.ts';
import { longestAudio } from './audio.rules.ts';
import { readMp3 } from './mp3.rules.ts';

/** An audio file as a sentence holds it. */
export interface Audio {
  audio_key: string;
  audio_type: string;
  audio_size: number;
  audio_ms: number;
}

const mp3 = 'audio/mpeg';

/** An address for audio that nobody can guess and nothing else will ever have. */
export const newAudioKey = (config: Pick<Config, 'production'>): string =>
  `${config.production ? '' : 'test/'}audios/${randomUUID()}.mp3`;

/** Stores an upload at an address of its own; anything but an MP3 is not kept. */
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

/** What is known of an object of `size` bytes that is an MP3; rejects where it is none. */
export async function inspectAudio(storage: Storage, key: string, size: number): Promise<Audio> {
  const found = size === 0 ? null : await readMp3(await storage.open(key));
  if (!found) throw bookMessages.errorWith(415, 'book.sentence_bad_audio', { field: 'audio' });
  return { audio_key: key, audio_type: mp3, audio_size: size, audio_ms: found.ms };
}

/** Removes the audio of sentences that are gone, once that is certain. */
export function removeAudio(ctx: Context, storage: Storage, sentences: readonly { audio_key: string | null }[]): void {
  const keys = sentences.flatMap(({ audio_key: key }) => (key === null ? [] : [key]));
  leaveFiles(ctx, storage, keys);
}
