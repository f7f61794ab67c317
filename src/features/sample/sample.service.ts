import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { auditBookAct } from '#features/book/book-act.public.ts';
import { countBooks } from '#features/book/book-record.public.ts';
import { dropImages, takeImages, type VerifiedImage, verifyImages } from '#features/image/image.public.ts';
import { dropBooks } from '#features/library/book-delete.public.ts';
import { publishBooks } from '#features/library/book-publish.public.ts';
import { removeUnusedTitles, writeBooks } from '#features/library/book-rows.public.ts';
import { importSentences } from '#features/word/sentence-rows.public.ts';
import { dropAudio, takeAudio, type VerifiedAudio, verifyAudio } from '#features/word/staged-audio.public.ts';
import type { Write } from '#kernel/http/api-handlers.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { referrerValues } from '#kernel/records/references.ts';
import { savingFiles } from '#kernel/storage/saving-files.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { sampleBids as bids, sampleBooks, samplePictures, sampleSentences } from './sample.catalogue.ts';
import { sampleMessages } from './sample.messages.ts';
import { countOf, findMakingAct, findVoicedWords, lockBooks } from './sample.read.ts';
import { toneMp3 } from './tone.rules.ts';

const lanes = 8;

const stagingKey = (ending: string) => `staging/sample/${randomUUID()}${ending}`;

/** Processes the drawn pictures like images that staff upload; the caller takes or drops them. */
async function verifyPictures({ storage, config }: Pick<Kernel, 'storage' | 'config'>): Promise<VerifiedImage[]> {
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
async function stageTones<W extends { word: string }>(
  storage: Storage,
  words: readonly W[],
): Promise<(W & { key: string })[]> {
  const staged = words.map((one) => ({ ...one, key: stagingKey('.mp3') }));
  await inLanes(staged, lanes, async ({ key, word }) => {
    await storage.put(key, Readable.from([Buffer.from(toneMp3(word))]), { durable: false });
  });
  return staged;
}

type Parts = Pick<Kernel, 'storage' | 'config' | 'references' | 'samples'>;

/** Whether the library is empty, and how many of its books are sample books. */
export async function sampleState(ctx: Context): Promise<{ empty: boolean; loaded: number }> {
  return { empty: (await countBooks(ctx)) === 0, loaded: await countOf(ctx.db, bids) };
}

/** Loads the sample library through the services staff use, all or nothing; rejects if there are books already. */
export async function loadSample(ctx: Context, parts: Parts, write: Write): Promise<number> {
  await requireEmpty(ctx);
  const images = await verifyPictures(parts);
  const audio: VerifiedAudio[] = [];
  const letGo = async () => {
    await dropImages(parts.storage, images);
    await dropAudio(parts.storage, audio);
  };
  await savingFiles(() => write((within) => writeSample(within, parts, { images, audio })), letGo);
  return bids.length;
}

async function requireEmpty(ctx: Context): Promise<void> {
  if ((await countBooks(ctx)) > 0) throw sampleMessages.error(409, 'sample.not_empty');
}

// Two people may press the button at once: the second one must see the books of the first.
const lockSample = (ctx: Context) => sql`select pg_advisory_xact_lock(hashtext('sample'))`.execute(ctx.db);

async function writeSample(
  ctx: Context,
  parts: Parts,
  { images, audio }: { images: readonly VerifiedImage[]; audio: VerifiedAudio[] },
): Promise<void> {
  await lockSample(ctx);
  await requireEmpty(ctx);
  const written = await writeBooks(ctx, sampleBooks(), { update: false, createMissing: true });
  // Somebody has created a book with the same number since the count: none of ours is kept.
  if (!written.success) throw sampleMessages.error(409, 'sample.not_empty');
  await takeImages(ctx, parts.storage, images);
  await importSentences(ctx, sampleSentences());
  const tones = await stageTones(parts.storage, await findVoicedWords(ctx.db, bids));
  audio.push(...(await verifyAudio(ctx, parts, tones)).verified);
  await takeAudio(ctx, parts.storage, audio);
  await publishBooks(ctx, bids);
  await parts.samples.load(ctx, bids);
}

/** Removes the whole sample library, edited or not, and the titles it created; rejects while something else uses it. */
export async function removeSample(ctx: Context, { storage, references, samples }: Parts): Promise<number> {
  await lockSample(ctx);
  await samples.remove(ctx, bids);
  const there = await lockBooks(ctx.db, bids);
  if (there.length === 0) throw sampleMessages.error(409, 'sample.not_loaded');
  const found = await references.find(ctx, 'book', there);
  if (found.count > 0) throw sampleMessages.error(409, 'sample.in_use', referrerValues(found));
  const of = await findMakingAct(ctx.db, there);
  const act = await beginAct(ctx);
  const count = await dropBooks(ctx, storage, { act, bids: there });
  if (of !== null) await removeUnusedTitles(ctx, references, { of, act });
  auditBookAct(ctx, act, 'deleted', { count });
  return count;
}
