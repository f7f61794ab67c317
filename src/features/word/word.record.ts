import { bookHref } from '#features/book/book-references.public.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { removeWord, renameWord, restoreWord } from './words/word.service.ts';
import type { WordKey } from './words/word.store.ts';
import { wordLosses } from './words/word-losses.read.ts';

/** The id of a word includes its book, whose page its trail links to: `B1/12`. */
export const wordRecord = (storage: Storage): RecordDeclaration => ({
  kind: 'word',
  label: 'book.word_kind',
  href: (id) => bookHref(id.split('/')[0] ?? ''),
  titles: { table: 'word', key: 'word_idx', title: 'word', keyIn: (id) => id.split('/')[1] ?? '' },
  losses: wordLosses,
  existence: {
    remove: (ctx, id) => removeWord(ctx, storage, { ...keyOf(id), isEmpty: true }),
    insert: (ctx, id, of) => restoreWord(ctx, storage, keyOf(id), of),
  },
  restore: { fields: ['word'], write: (ctx, id, { word }) => renameWord(ctx, keyOf(id), { word: String(word) }) },
  fields: { word: 'book.word_kind', sentences: 'book.sentences_added' },
});

function keyOf(id: string): WordKey {
  const [bid = '', word = ''] = id.split('/');
  return { bid, word_idx: Number(word) };
}
