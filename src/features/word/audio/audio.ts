import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { bookMessages } from '#features/book/book-words.public.ts';
import type { Config } from '#kernel/config/config.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { fileGone, putBack } from '#kernel/storage/set-aside.ts';
import type { PutOptions, Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { longestAudio } from './audio.rules.ts';
import { readMp3, soundOf } from './mp3.rules.ts';

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

/** An upload that is a whole MP3. */
export interface UploadedAudio {
  audio: Audio;
  /** It carries more besides its sound than readers should load, such as a picture. */
  isLaden: boolean;
}

// Titles and what players need to join tracks stay. Bytes.
const largestRest = 64 * 1024;

/** Stores an upload under its own key; anything but a whole MP3 is discarded. */
export async function storeAudio(
  { storage, config }: Pick<Kernel, 'storage' | 'config'>,
  source: Readable,
): Promise<Audio> {
  const key = newAudioKey(config);
  const { size } = await storage.put(key, source, { contentType: mp3, maxBytes: longestAudio });
  try {
    const uploaded = await inspectUpload(storage, key, size);
    return uploaded.isLaden ? await copyAudio(storage, uploaded, key) : uploaded.audio;
  } catch (error) {
    await storage.remove(key);
    throw error;
  }
}

/** The details of an upload of `size` bytes; rejects if it is not a whole MP3. */
export async function inspectUpload(storage: Storage, key: string, size: number): Promise<UploadedAudio> {
  const { audio, sound, isCut } = await inspectAudio(storage, key, size);
  if (isCut) throw bookMessages.errorWith(422, 'book.sentence_cut_audio', { field: 'audio' });
  return { audio, isLaden: size - sound > largestRest };
}

/** Copies an upload to the address of readers; of one that is laden the sound alone. */
export async function copyAudio(
  storage: Storage,
  { audio, isLaden }: UploadedAudio,
  to: string,
  options: Pick<PutOptions, 'durable'> = {},
): Promise<Audio> {
  if (!isLaden) {
    await storage.copy(audio.audio_key, to, options);
    return { ...audio, audio_key: to };
  }
  const sound = Readable.from(soundOf(await storage.open(audio.audio_key)));
  const { size } = await storage.put(to, sound, { ...options, contentType: mp3 });
  return { ...audio, audio_key: to, audio_size: size };
}

async function inspectAudio(storage: Storage, key: string, size: number) {
  const found = size === 0 ? null : await readMp3(await storage.open(key));
  if (!found) throw bookMessages.errorWith(415, 'book.sentence_bad_audio', { field: 'audio' });
  const { ms, sound, isCut } = found;
  const audio: Audio = { audio_key: key, audio_type: mp3, audio_size: size, audio_ms: ms };
  return { audio, sound, isCut };
}

/** Puts audio that an act took from a sentence back to its address; refuses if it is gone. */
export async function putAudioBack(ctx: Context, storage: Storage, key: string): Promise<Audio> {
  if ((await putBack(ctx, storage, [key])).length === 0) throw fileGone();
  // What was accepted before stays acceptable.
  return (await inspectAudio(storage, key, (await storage.stat(key))?.size ?? 0)).audio;
}
