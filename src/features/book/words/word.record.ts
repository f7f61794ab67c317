import type { RecordDeclaration } from '#kernel/records/records.ts';
import { bookHref } from '../book.references.ts';
import { wordLosses } from './word-losses.read.ts';

/** The id of a word includes its book, whose page its trail links to: `B1/12`. */
export const wordRecord: RecordDeclaration = {
  kind: 'word',
  label: 'book.word_kind',
  href: (id) => bookHref(id.split('/')[0] ?? ''),
  titles: { table: 'word', key: 'word_idx', title: 'word', keyIn: (id) => id.split('/')[1] ?? '' },
  losses: wordLosses,
  fields: { word: 'book.word_kind', sentences: 'book.sentences_added' },
};
