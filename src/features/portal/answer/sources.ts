import type { Watched } from '#kernel/changes/newest-change.ts';

/** The changes that can affect an answer. One that is missing here leaves the answer stale. */
export type Sources = readonly Watched[];

const anyOf = (...kinds: string[]): Watched[] => kinds.map((kind) => ({ kind }));

/** Only acts on many records. */
const manyOf = (kind: string): Watched => ({ kind, ids: [''] });

/** Changes of one record, and acts on many, which may include it. */
const recordOf = (kind: string, id: string): Watched => ({ kind, ids: [id, ''] });

// The names of these records appear in many books and collections, so their kinds are watched as a whole.
const titles = anyOf('series', 'level', 'category', 'age_group');

const books = anyOf('book', 'book.gone');

const collection = (cid: string) => ['collection', 'collection.gone'].map((kind) => recordOf(kind, cid));

// Words and sentences are parts of a book: its own changes cover them, except for acts on many.
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
  /** It shows its books by title and cover, so every book is watched. */
  collection: (cid: string): Sources => [...titles, ...books, ...collection(cid)],
  collections: [...titles, ...books, ...anyOf('collection', 'collection.gone', 'advertised')],
  /** A publication names its series and collections, and the time of its book covers its sentences. */
  opds: [...listedBooks, ...anyOf('collection', 'collection.gone')],
  roadmaps: [...anyOf('roadmap', 'age_group'), ...books],
  guides: [...anyOf('guide', 'guide_item'), { kind: 'setting', ids: ['guide.ages', ''] }],
} satisfies Record<string, Sources | ((id: string) => Sources)>;
