import { byTitle } from '#kernel/messages/by-title.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { sentencesOfBook } from '../sentences/sentence.service.ts';
import { listWords } from './word.store.ts';
import { linesOf, type WordLine } from './word-lines.rules.ts';

/** The words and sentences of a book, a line each, in the order its readers expect. */
export async function readWordLines(ctx: Context, storage: Storage, bidx: number): Promise<WordLine[]> {
  const [words, sentences] = await Promise.all([listWords(ctx, bidx), sentencesOfBook(ctx, storage, bidx)]);
  const order = byTitle(ctx.locale);
  const sorted = words.toSorted((a, b) => order({ title: a.word }, { title: b.word }));
  return linesOf(sorted, sentences);
}
