import { byTitle } from '#kernel/messages/by-title.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { bookMessages } from '../book.messages.ts';
import { touchBook } from '../book-touch.store.ts';
import { removeAudio } from '../sentences/audio/audio.ts';
import { deleteSentencesOfWord } from '../sentences/sentence.store.ts';
import { deleteWord, findBookKeys, insertWord, listWords, lockWord, type WordListRow } from './word.store.ts';

const entity = 'word';

// The id of a word includes its book: its trail links to the book's page.
const trailId = (bid: string, wordIdx: number) => `${bid}/${wordIdx}`;

/** The words of a book in the order its readers expect. */
export async function sortedWords(ctx: Context, bidx: number): Promise<WordListRow[]> {
  const order = byTitle(ctx.locale);
  return (await listWords(ctx, bidx)).toSorted((a, b) => order({ title: a.word }, { title: b.word }));
}

/** Adds a word to a book; the database rejects a word that it already has. */
export async function addWord(ctx: Context, bid: string, word: string): Promise<number> {
  const bidx = (await findBookKeys(ctx.db, [bid])).get(bid);
  if (bidx === undefined) throw bookMessages.error(404, 'book.not_found');
  const wordIdx = await insertWord(ctx.db, bidx, word);
  ctx.audit({
    entity,
    id: trailId(bid, wordIdx),
    action: 'word.created',
    after: { word },
    of: { entity: 'book', id: bid },
  });
  ctx.changed(entity, wordIdx);
  await touchBook(ctx, bid);
  return wordIdx;
}

/** Deletes a word with its sentences; their audio is removed after commit. */
export async function removeWord(ctx: Context, storage: Storage, bid: string, wordIdx: number): Promise<void> {
  const found = await lockWord(ctx.db, bid, wordIdx);
  if (!found) throw bookMessages.error(404, 'book.word_not_found');
  const sentences = await deleteSentencesOfWord(ctx.db, wordIdx);
  await deleteWord(ctx.db, wordIdx);
  ctx.audit({
    entity,
    id: trailId(bid, wordIdx),
    action: 'word.deleted',
    before: { word: found.word, sentences: sentences.map((one) => one.sentence) },
    of: { entity: 'book', id: bid },
  });
  ctx.changed(entity, wordIdx);
  await touchBook(ctx, bid);
  removeAudio(ctx, storage, sentences);
}
