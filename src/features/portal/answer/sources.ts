import type { Watched } from '#kernel/changes/newest-change.ts';

/** The changes that an answer can differ after. One that is missing here is an answer that stays as it was. */
export type Sources = readonly Watched[];

const anyOf = (...kinds: string[]): Watched[] => kinds.map((kind) => ({ kind }));

/** Acts on many records alone. */
const manyOf = (kind: string): Watched => ({ kind, ids: [''] });

/** Changes of one record, and acts on many, which may have changed it as well. */
const recordOf = (kind: string, id: string): Watched => ({ kind, ids: [id, ''] });

// What records are called: many books and collections show it, so it is watched whole.
const titles = anyOf('series', 'level', 'category', 'age_group');

const books = anyOf('book', 'book.gone');

const collection = (cid: string) => ['collection', 'collection.gone'].map((kind) => recordOf(kind, cid));

// Words and sentences are parts of a book, which tells of them itself unless they are many.
const listedBooks = [...titles, ...books, ...anyOf('word', 'sentence')];

export const sourcesOf = {
  series: anyOf('series', 'level'),
  book: (bid: string): Sources => [
    ...titles,
    ...['book', 'book.gone'].map((kind) => recordOf(kind, bid)),
    ...['word', 'sentence'].map(manyOf),
  ],
  books: listedBooks,
  booksOf: (cid: string): Sources => [...listedBooks, ...collection(cid)],
  /** Its books are shown by their titles and covers, whichever they are. */
  collection: (cid: string): Sources => [...titles, ...books, ...collection(cid)],
  collections: [...titles, ...books, ...anyOf('collection', 'collection.gone', 'advertised')],
  roadmaps: [...anyOf('roadmap', 'age_group'), ...books],
  guides: [...anyOf('guide', 'guide_item'), { kind: 'setting', ids: ['guide.ages', ''] }],
} satisfies Record<string, Sources | ((id: string) => Sources)>;
