import {
  dropAudio,
  dropImages,
  notUploaded,
  type Refused,
  takeAudio,
  takeImages,
  type VerifiedAudio,
  verifyAudio,
  type VerifiedImage,
  verifyImages,
} from '#features/book/book-files.public.ts';
import type { Context } from '#kernel/context.ts';
import type { Kernel } from '#kernel/feature.ts';
import { removeFiles } from '#kernel/storage/remove-files.ts';
import { advance, holdLoaded } from '../import.service.ts';
import type { FilesTaken } from './import-files.contract.ts';
import type { FileStep } from './import-files.rules.ts';
import { countFiles, type ImportFile, listWaiting, lockWaiting, setRefused, setTaken } from './import-files.store.ts';
import { stagingKey } from './staging.ts';

type Parts = Pick<Kernel, 'storage' | 'config'>;
type StagedFile = ImportFile & { key: string };

/** Files that were verified, and how they become their books' own or are let go of. */
interface Verified {
  files: StagedFile[];
  refused: Refused<StagedFile>[];
  /** Takes those of them that still wait. */
  take: (ctx: Context, waiting: ReadonlySet<number>) => Promise<void>;
  drop: (which: (file: StagedFile) => boolean) => Promise<void>;
}

/**
 * Verifies what was uploaded for these books and gives it to them in one transaction. Files that are no pictures or no
 * MP3 are refused and named; what has not arrived stays awaited. Two who do this at once take each file once.
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
  try {
    return await write(async (within) => {
      await holdLoaded(within, importIdx);
      const open = await lockWaiting(
        within.db,
        staged.map((file) => file.file_idx),
      );
      await verified.take(within, open);
      const taken = verified.files.filter((file) => open.has(file.file_idx));
      const refused = verified.refused.filter(({ staged: file }) => open.has(file.file_idx));
      await settle(within, parts, { importIdx, step, taken, refused });
      within.afterCommit(() => verified.drop((file) => !open.has(file.file_idx)));
      return answer(within, staged, taken, refused);
    });
  } catch (error) {
    await verified.drop(() => true);
    throw error;
  }
}

async function verifyImageFiles({ storage }: Parts, staged: readonly StagedFile[]): Promise<Verified> {
  const named = staged.map(
    (file) => ({ ...file, kind: file.kind === 'cover' ? 'cover' : 'preview', file: file.file_name }) as const,
  );
  const { verified, refused } = await verifyImages(storage, named);
  // The previews of a book come together: while one of them is wanting the others wait for it.
  const wanting = new Set(refused.flatMap(({ staged: { kind, bidx } }) => (kind === 'preview' ? [bidx] : [])));
  const waits = (file: StagedFile) => file.kind === 'preview' && wanting.has(file.bidx);
  await dropImages(storage, verified.filter(waits));
  const files = verified.filter((file) => !waits(file));
  const some = (which: (file: StagedFile) => boolean): VerifiedImage[] => files.filter(which);
  return {
    files,
    refused,
    take: (ctx, waiting) =>
      takeImages(
        ctx,
        storage,
        some((file) => waiting.has(file.file_idx)),
      ),
    drop: (which) => dropImages(storage, some(which)),
  };
}

async function verifyAudioFiles(ctx: Context, parts: Parts, staged: readonly StagedFile[]): Promise<Verified> {
  const named = staged.map((file) => ({ ...file, word_idx: file.place }));
  const { verified: files, refused } = await verifyAudio(ctx, parts, named);
  const some = (which: (file: StagedFile) => boolean): VerifiedAudio[] => files.filter(which);
  return {
    files,
    refused,
    take: (within, waiting) =>
      takeAudio(
        within,
        parts.storage,
        some((file) => waiting.has(file.file_idx)),
      ),
    drop: (which) => dropAudio(parts.storage, some(which)),
  };
}

interface Settled {
  importIdx: number;
  step: FileStep;
  taken: readonly StagedFile[];
  refused: readonly Refused<StagedFile>[];
}

/** Notes what became of the files; the wizard goes on once all of them are in. */
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
  ctx.afterCommit(() => removeFiles(storage, keys));
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
