import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { type VerifiedImage, verifyImages } from '#features/image/image.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { samplePictures } from './sample.catalogue.ts';
import { toneMp3 } from './tone.rules.ts';

const lanes = 8;

const stagingKey = (ending: string) => `staging/sample/${randomUUID()}${ending}`;

/** Processes the drawn pictures like images that staff upload; the caller takes or drops them. */
export async function verifyPictures({
  storage,
  config,
}: Pick<Kernel, 'storage' | 'config'>): Promise<VerifiedImage[]> {
  const pictures = path.join(config.root, 'src/features/sample/pictures');
  const staged = samplePictures().map((picture) => ({ ...picture, key: stagingKey('.jpg') }));
  await inLanes(staged, lanes, async ({ key, file }) => {
    await storage.put(key, createReadStream(path.join(pictures, file)), { durable: false });
  });
  const { verified, refused } = await verifyImages(storage, staged);
  if (refused.length > 0) throw new Error(`sample picture ${refused[0]?.staged.file}: ${refused[0]?.problem.key}`);
  return verified;
}

/** Uploads the audio of these words, each under its own key. */
export async function stageTones<W extends { word: string }>(
  storage: Storage,
  words: readonly W[],
): Promise<(W & { key: string })[]> {
  const staged = words.map((one) => ({ ...one, key: stagingKey('.mp3') }));
  await inLanes(staged, lanes, async ({ key, word }) => {
    await storage.put(key, Readable.from([Buffer.from(toneMp3(word))]), { durable: false });
  });
  return staged;
}
