import { requireSpreadsheetAccount } from '#features/spreadsheet/spreadsheet.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { leaveFiles } from '#kernel/storage/leave-files.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { lockLoaded } from '../record/import.service.ts';
import type { FileStep } from '../rules/import-files.rules.ts';
import type { DeclaredFile, GivenFile } from './import-files.contract.ts';
import {
  deleteOutdated,
  findFilesByName,
  type ImportFile,
  insertFiles,
  listWaiting,
  type MatchedFile,
} from './import-files.store.ts';
import { isTarget, type Match, matchFiles } from './match-files.read.ts';
import { listStaged, stagingKey } from './staged-files.store.ts';

/** The result for chosen files: what each is for and, if none is invalid, its record in the import. */
interface Declared {
  matches: Match[];
  known: Map<string, ImportFile>;
}

/**
 * Matches chosen files to the books of an import and records them with it, so that anyone who continues sees what is
 * awaited. If any is invalid none is recorded, since nothing is to be uploaded then.
 */
export async function declareFiles(
  ctx: Context,
  { config, storage }: Pick<Kernel, 'config' | 'storage'>,
  importIdx: number,
  step: FileStep,
  files: readonly GivenFile[],
): Promise<Declared> {
  await lockLoaded(ctx, importIdx);
  if (step === 'audio') await requireSpreadsheetAccount({ config }, ctx);
  const found = await matchFiles(ctx, importIdx, step, files);
  const matches = step === 'images' ? await withoutGaps(ctx, importIdx, found) : found;
  const matched = files.flatMap((file, index): MatchedFile[] => {
    const match = matches[index];
    return match && isTarget(match) ? [{ ...file, ...match }] : [];
  });
  if (matched.length < files.length) return { matches, known: new Map() };
  const outdated = await deleteOutdated(ctx.db, importIdx, matched);
  await insertFiles(ctx.db, importIdx, matched);
  const keys = outdated.map((file) => stagingKey(importIdx, file));
  leaveFiles(ctx, storage, keys);
  const names = matched.map(({ name }) => name);
  const known = await findFilesByName(ctx.db, importIdx, names);
  ctx.audit({ entity: 'import', id: importIdx, action: 'import.files_chosen', after: { step, files: files.length } });
  return { matches, known: new Map(known.map((file) => [file.file_name, file])) };
}

/** The previews of a book are replaced together, numbered 1 to n: a gap makes those after it invalid. */
async function withoutGaps(ctx: Context, importIdx: number, matches: readonly Match[]): Promise<Match[]> {
  const previews = matches.filter(isTarget).filter(({ kind }) => kind === 'preview');
  const waiting = await listWaiting(ctx.db, importIdx, 'images', [...new Set(previews.map(({ bid }) => bid))]);
  const places = Map.groupBy([...previews, ...waiting.filter(({ kind }) => kind === 'preview')], ({ bidx }) => bidx);
  return matches.map((match) => {
    if (!isTarget(match) || match.kind !== 'preview') return match;
    const there = new Set(places.get(match.bidx)?.map(({ place }) => place));
    for (let place = 1; place < match.place; place++) {
      if (!there.has(place)) return { key: 'import.file_gap', values: { file: `${match.bid}_preview_${place}.jpg` } };
    }
    return match;
  });
}

/** The declared files as the screen shows them, with the uploads that have arrived since. */
export async function showDeclared(
  ctx: Context,
  storage: Storage,
  importIdx: number,
  files: readonly GivenFile[],
  { matches, known }: Declared,
): Promise<DeclaredFile[]> {
  const staged = known.size > 0 ? await listStaged(storage, importIdx) : new Map<string, number>();
  return files.map(({ name, size }, index): DeclaredFile => {
    const match = matches[index];
    if (!match || !isTarget(match)) {
      const message = match ? ctx.text(match.key, match.values) : null;
      return { name, bid: null, status: 'invalid', key: null, message };
    }
    const file = known.get(name);
    if (file?.status === 'taken') return { name, bid: match.bid, status: 'taken', key: null, message: null };
    const key = file ? stagingKey(importIdx, file) : null;
    const arrived = key !== null && staged.get(key) === size;
    return { name, bid: match.bid, status: arrived ? 'uploaded' : 'waiting', key, message: null };
  });
}
