import { maxPreviews } from '#features/image/image.public.ts';
import { longestAudio } from '#features/word/word-rules.public.ts';
import { maxImageBytes } from '#kernel/images/image-limits.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { findLoadedBooks } from '../record/import-books.store.ts';
import { type FileStep, type FileTarget, fileExtension } from '../rules/import-files.rules.ts';
import { readAudioName, readImageName } from './file-names.rules.ts';
import type { GivenFile } from './import-files.contract.ts';
import { findTargets } from './import-files.store.ts';

/** Why a file matches nothing: a message key and its values. */
interface FileProblem {
  key: string;
  values?: Record<string, string | number>;
}

export type Match = FileTarget | FileProblem;

export const isTarget = (match: Match): match is FileTarget => 'bidx' in match;

/** Finds the book and word of each file, or the reason why there is none. */
export async function matchFiles(
  ctx: Context,
  importIdx: number,
  step: FileStep,
  files: readonly GivenFile[],
): Promise<Match[]> {
  const matched =
    step === 'images' ? await matchImages(ctx, importIdx, files) : await matchAudio(ctx, importIdx, files);
  const limit = step === 'images' ? maxImageBytes : longestAudio;
  return withoutTwins(
    files.map((file, index) => problemOfFile(step, file, limit) ?? matched[index] ?? { key: 'import.file_no_book' }),
  );
}

function problemOfFile(step: FileStep, { name, size, wrong_bytes }: GivenFile, limit: number): FileProblem | undefined {
  const extension = fileExtension[step];
  if (!name.toLowerCase().endsWith(extension)) return { key: 'import.file_extension', values: { extension } };
  if (size === 0) return { key: 'import.file_empty' };
  if (wrong_bytes) return { key: 'import.file_bytes', values: { extension } };
  if (size > limit) return { key: 'import.file_too_large', values: { limit: limit / 2 ** 20 } };
  return undefined;
}

async function matchImages(ctx: Context, importIdx: number, files: readonly GivenFile[]): Promise<Match[]> {
  const named = files.map(({ name }) => readImageName(name));
  const books = await findLoadedBooks(ctx.db, importIdx, [...new Set(named.flatMap((one) => one?.bid ?? []))]);
  return named.map((one): Match => {
    if (!one) return { key: 'import.file_image_name' };
    if (one.place > maxPreviews) return { key: 'book.too_many_previews', values: { limit: maxPreviews } };
    const bidx = books.get(one.bid);
    return bidx === undefined ? { key: 'import.file_no_book', values: { bid: one.bid } } : { ...one, bidx };
  });
}

/** A name belongs to the longest loaded bid it begins with; the rest must be a word of that book that awaits audio. */
async function matchAudio(ctx: Context, importIdx: number, files: readonly GivenFile[]): Promise<Match[]> {
  const ways = files.map(({ name }) => readAudioName(name));
  const bids = [...new Set(ways.flat().map(({ bid }) => bid))];
  const books = await findLoadedBooks(ctx.db, importIdx, bids);
  const read = ways.map((all) => all.find(({ bid }) => books.has(bid)));
  const wanted = read.flatMap((one) => (one ? [{ bidx: books.get(one.bid) ?? 0, word: one.word }] : []));
  const targets = await findTargets(ctx.db, wanted);
  return ways.map((all, index): Match => {
    const found = read[index];
    if (all.length === 0) return { key: 'import.file_audio_name' };
    if (!found) return { key: 'import.file_no_book', values: { bid: all.at(-1)?.bid ?? '' } };
    const { bid, word } = found;
    const bidx = books.get(bid) ?? 0;
    const word_idx = targets.get(`${bidx} ${word}`);
    return word_idx === undefined
      ? { key: 'import.file_no_row', values: { bid, word } }
      : { bid, bidx, kind: 'audio', place: word_idx };
  });
}

/** The second of two files for the same target is rejected, for example the same name in two folders. */
function withoutTwins(matches: readonly Match[]): Match[] {
  const seen = new Set<string>();
  return matches.map((match) => {
    if (!isTarget(match)) return match;
    const target = `${match.bidx} ${match.kind} ${match.place}`;
    if (seen.has(target)) return { key: 'import.file_twice' };
    seen.add(target);
    return match;
  });
}
