import { putBack, setAside } from '#kernel/storage/set-aside.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { findAudioKeys, insertDeletedSentences, listDeletedAudio, setDeletedAudio } from './sentence.store.ts';

/** Takes audio that sentences no longer have from its addresses after commit. It is kept for a day, for an undo. */
export async function leaveAudio(
  ctx: Context,
  storage: Storage,
  sentences: readonly { audio_key: string | null }[],
): Promise<void> {
  const keys = sentences.flatMap(({ audio_key: key }) => (key === null ? [] : [key]));
  await setAside(ctx, storage, keys, findAudioKeys);
}

/** Inserts the sentences that an act deleted, with their audio as far as it is still kept. */
export async function restoreSentences(ctx: Context, storage: Storage, act: number): Promise<void> {
  await insertDeletedSentences(ctx.db, act);
  const keys = await listDeletedAudio(ctx.db, act);
  if (keys.length > 0) await setDeletedAudio(ctx.db, act, await putBack(ctx, storage, keys));
}
