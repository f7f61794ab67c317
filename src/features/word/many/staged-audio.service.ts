import { auditBookAct, problemOfUpload, type Refused, touchBooks } from '#features/book/book-act.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { beginAct, idsOfAct } from '#kernel/records/acts.ts';
import { leaveFiles } from '#kernel/storage/leave-files.ts';
import { removeFiles } from '#kernel/storage/remove-files.ts';
import { setAside } from '#kernel/storage/set-aside.ts';
import { type Storage, StorageError } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { copyAudio, inspectUpload, newAudioKey, type UploadedAudio } from '../audio/audio.ts';
import { findAudioKeys } from '../words/sentence.store.ts';
import { findTargetedSentences, type SentenceAudio, setAudio } from './staged-audio.store.ts';

/** A staged MP3 that is to become the audio of a word's sentences with mdr_targeted Y. */
export interface StagedAudio {
  word_idx: number;
  /** Its staging key. */
  key: string;
}

/** An upload verified as an MP3, and a copy of it for each sentence. */
export type VerifiedAudio<S extends StagedAudio = StagedAudio> = S & { audio: SentenceAudio[] };

type Parts = Pick<Kernel, 'storage' | 'config'>;

// Concurrency: they mostly wait for the storage.
const lanes = 8;

/**
 * Verifies each upload and copies valid MP3s to their own keys, one for each sentence of the word; the caller takes or
 * drops them. If the storage fails nothing is kept.
 */
export async function verifyAudio<S extends StagedAudio>(
  ctx: Context,
  { storage, config }: Parts,
  all: readonly S[],
): Promise<{ verified: VerifiedAudio<S>[]; refused: Refused<S>[] }> {
  const words = all.map(({ word_idx: word }) => word);
  const sentences = Map.groupBy(await findTargetedSentences(ctx.db, words), ({ word_idx: word }) => word);
  const verified: VerifiedAudio<S>[] = [];
  const refused: Refused<S>[] = [];
  try {
    await inLanes(all, lanes, async (staged) => {
      const audio: SentenceAudio[] = [];
      try {
        const found = await inspectStaged(storage, staged.key);
        for (const { sent_idx } of sentences.get(staged.word_idx) ?? []) {
          const copy = newAudioKey(config);
          audio.push({ ...(await copyAudio(storage, found, copy, { durable: false })), sent_idx });
        }
        verified.push({ ...staged, audio });
      } catch (error) {
        await dropAudio(storage, [{ audio }]);
        refused.push({ staged, problem: problemOfUpload(error) });
      }
    });
    await storage.writeThrough(verified.flatMap(audioKeys));
  } catch (error) {
    await dropAudio(storage, verified);
    throw error;
  }
  return { verified, refused };
}

async function inspectStaged(storage: Storage, key: string): Promise<UploadedAudio> {
  const stat = await storage.stat(key);
  if (!stat) throw new StorageError('storage.not_found', { detail: key });
  return inspectUpload(storage, key, stat.size);
}

export const dropAudio = (storage: Storage, verified: readonly Pick<VerifiedAudio, 'audio'>[]): Promise<void> =>
  removeFiles(storage, verified.flatMap(audioKeys));

const audioKeys = ({ audio }: Pick<VerifiedAudio, 'audio'>) => audio.map(({ audio_key: key }) => key);

/** Sets the audio of the sentences in one act; the uploads are removed after commit. The previous audio is kept for an undo. */
export async function takeAudio(ctx: Context, storage: Storage, verified: readonly VerifiedAudio[]): Promise<void> {
  if (verified.length === 0) return;
  const audio = verified.flatMap((one) => one.audio);
  const act = await beginAct(ctx);
  const changed = await setAudio(ctx.db, act, audio);
  const reached = new Set(changed.map(({ sent_idx }) => sent_idx));
  // Copies for sentences that are deleted or no longer targeted are unused.
  const unused = audio.filter(({ sent_idx }) => !reached.has(sent_idx)).map(({ audio_key: key }) => key);
  const replaced = changed.flatMap(({ before }) => before ?? []);
  if (changed.length > 0) {
    await touchBooks(ctx, idsOfAct(act, 'book'));
    auditBookAct(ctx, act, 'audio_changed', { sentences: changed.length });
    ctx.changed('sentence');
  }
  leaveFiles(ctx, storage, [...unused, ...verified.map(({ key }) => key)]);
  await setAside(ctx, storage, replaced, findAudioKeys);
}
