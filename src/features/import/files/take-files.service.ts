import { notUploaded, type Refused } from '#features/book/book-act.public.ts';
import { dropImages, takeImages, type VerifiedImage, verifyImages } from '#features/image/image.public.ts';
import { dropAudio, takeAudio, type VerifiedAudio, verifyAudio } from '#features/word/staged-audio.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { leaveFiles } from '#kernel/storage/leave-files.ts';
import { savingFiles } from '#kernel/storage/saving-files.ts';
import type { Context } from '#kernel/work/context.ts';
import { advance, lockLoaded } from '../record/import.service.ts';
import { asPartOfImport } from '../record/import-undo.service.ts';
import type { FileStep } from '../rules/import-files.rules.ts';
import { readAudioName } from './file-names.rules.ts';
import type { FilesTaken } from './import-files.contract.ts';
import {
  countFiles,
  findLackingPreviews,
  type ImportFile,
  listWaiting,
  lockWaiting,
  setRefused,
  setTaken,
} from './import-files.store.ts';
import { stagingKey } from './staged-files.store.ts';

type Parts = Pick<Kernel, 'storage' | 'config'>;
type StagedFile = ImportFile & { key: string };

/** Verified files, with functions that assign them to their books or drop them. */
interface Verified {
  files: StagedFile[];
  refused: Refused<StagedFile>[];
  take: (ctx: Context, which: (file: StagedFile) => boolean) => Promise<void>;
  drop: (which: (file: StagedFile) => boolean) => Promise<void>;
}

/**
 * Verifies the uploads of these books and assigns them in one transaction. Files that are not images or MP3s are
 * rejected by name; files that have not arrived stay awaited. Concurrent calls take each file once.
 */
export async function takeFiles(
  ctx: Context,
  parts: Parts,
  write: <T>(act: (ctx: Context) => Promise<T>) => Promise<T>,
  { importIdx, step, bids }: { importIdx: number; step: FileStep; bids: readonly string[] },
): Promise<FilesTaken> {
  const waiting = await listWaiting(ctx.db, importIdx, step, bids);
  const staged = waiting.map((file) => ({ ...file, key: stagingKey(importIdx, file) }));
  const verified = await (step === 'images' ? verifyImageFiles(parts, staged) : verifyAudioFiles(ctx, parts, staged));
  const take = () =>
    write(async (within) => {
      await lockLoaded(within, importIdx);
      const open = await lockWaiting(
        within.db,
        staged.map((file) => file.file_idx),
      );
      // The previews of a book are taken together: they wait until none is missing.
      const lacking = await findLackingPreviews(within.db, importIdx, verified.files);
      const isReady = (file: StagedFile) =>
        open.has(file.file_idx) && !(file.kind === 'preview' && lacking.has(file.bidx));
      const taken = verified.files.filter(isReady);
      const named = taken.map(({ bid }) => bid);
      await asPartOfImport(within, importIdx, named, () => verified.take(within, isReady));
      const refused = verified.refused.filter(({ staged: file }) => open.has(file.file_idx));
      await settle(within, parts, { importIdx, step, taken, refused });
      within.afterCommit(() => verified.drop((file) => !isReady(file)));
      return answer(within, staged, taken, refused);
    });
  return savingFiles(take, () => verified.drop(() => true));
}

async function verifyImageFiles({ storage }: Parts, staged: readonly StagedFile[]): Promise<Verified> {
  const named = staged.map(
    (file) => ({ ...file, kind: file.kind === 'cover' ? 'cover' : 'preview', file: file.file_name }) as const,
  );
  const { verified: files, refused } = await verifyImages(storage, named);
  const some = (which: (file: StagedFile) => boolean): VerifiedImage[] => files.filter(which);
  return {
    files,
    refused,
    take: (ctx, which) => takeImages(ctx, storage, some(which)),
    drop: (which) => dropImages(storage, some(which)),
  };
}

async function verifyAudioFiles(ctx: Context, parts: Parts, staged: readonly StagedFile[]): Promise<Verified> {
  const named = staged.map((file) => ({ ...file, word_idx: file.place }));
  const { verified, refused } = await verifyAudio(ctx, parts, named);
  // The sentences of a word may have been deleted since the file was chosen.
  const files = verified.filter(({ audio }) => audio.length > 0);
  const idle = verified.filter(({ audio }) => audio.length === 0);
  const some = (which: (file: StagedFile) => boolean): VerifiedAudio[] => files.filter(which);
  return {
    files,
    refused: [...refused, ...idle.map((file) => ({ staged: file, problem: noRow(file) }))],
    take: (within, which) => takeAudio(within, parts.storage, some(which)),
    drop: (which) => dropAudio(parts.storage, some(which)),
  };
}

function noRow({ bid, file_name }: StagedFile): Refused<StagedFile>['problem'] {
  const word = readAudioName(file_name).find((way) => way.bid === bid)?.word ?? '';
  return { key: 'import.file_no_row', values: { bid, word } };
}

interface Settled {
  importIdx: number;
  step: FileStep;
  taken: readonly StagedFile[];
  refused: readonly Refused<StagedFile>[];
}

/** Records the results; the wizard goes on once all files are in. */
async function settle(ctx: Context, { storage }: Parts, { importIdx, step, taken, refused }: Settled): Promise<void> {
  const wrong = refused.filter(({ problem }) => problem.key !== notUploaded);
  await setTaken(
    ctx.db,
    taken.map((file) => file.file_idx),
  );
  await setRefused(
    ctx.db,
    wrong.map(({ staged, problem }) => ({ file_idx: staged.file_idx, problem })),
  );
  const keys = wrong.map(({ staged }) => staged.key);
  leaveFiles(ctx, storage, keys);
  const left = await countFiles(ctx.db, importIdx, step);
  if (left.taken > 0 && left.waiting + left.refused === 0) await advance(ctx, importIdx, step);
}

function answer(
  ctx: Context,
  staged: readonly StagedFile[],
  taken: readonly StagedFile[],
  refused: readonly Refused<StagedFile>[],
): FilesTaken {
  const wrong = refused.filter(({ problem }) => problem.key !== notUploaded);
  const settled = new Set([...taken, ...wrong.map((one) => one.staged)].map((file) => file.file_idx));
  return {
    taken: taken.length,
    refused: wrong.map(({ staged: { file_name, bid }, problem }) => ({
      name: file_name,
      bid,
      message: ctx.text(problem.key, problem.values),
    })),
    waiting: staged.filter((file) => !settled.has(file.file_idx)).map((file) => file.file_name),
  };
}
