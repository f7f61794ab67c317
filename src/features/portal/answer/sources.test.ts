import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { expect, test } from 'vitest';
import { bookDocument, bookList, sentenceList } from '../read/portal-book.read.ts';
import { advertisedList, collectionDocument, collectionList } from '../read/portal-collection.read.ts';
import { guideDocument, guideList } from '../read/portal-guide.read.ts';
import { roadmapDocument, roadmapList } from '../read/portal-roadmap.read.ts';
import { seriesList } from '../read/portal-series.read.ts';
import type { Document } from './document.ts';

/** For each table that readers see data of, the kinds of changes that report it. */
const tellers: Record<string, readonly string[]> = {
  age_group: ['age_group'],
  book: ['book', 'book.gone'],
  book_content: ['book'],
  book_image: ['book'],
  category: ['category'],
  collection: ['collection', 'collection.gone'],
  collection_content: ['collection'],
  collection_image: ['collection'],
  collection_price: ['collection'],
  collection_text: ['collection'],
  guide: ['guide'],
  guide_item: ['guide', 'guide_item'],
  level: ['level'],
  roadmap_book: ['roadmap'],
  sentence: ['sentence'],
  series: ['series'],
  setting: ['setting'],
  word: ['word'],
};

const at = { file: () => sql`''`, call: () => sql`''` };
const page = { after: undefined, limit: 10, updated_since: undefined };
const language = 'en';
const documents: Record<string, Document> = {
  book: bookDocument(at, { bid: 'B' }),
  books: bookList(at, { ...page, fields: ['words'] }),
  'books of a collection': bookList(at, { ...page, collection: 'C' }),
  sentences: sentenceList(at, 'B', page),
  collection: collectionDocument(at, { cid: 'C', language }),
  collections: collectionList(at, { ...page, language, fields: ['contents', 'books'] }),
  advertised: advertisedList(at, { ...page, language, fields: ['contents', 'books'] }),
  guide: guideDocument(at, 'g'),
  guides: guideList(page),
  roadmap: roadmapDocument(at, 1),
  roadmaps: roadmapList(page),
  series: seriesList(page),
};

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The tables that a statement reads, without its own CTEs and aliases and without functions. */
function tablesOf({ text }: Document): string[] {
  const { sql: statement } = sql`${text}`.compile(compiler);
  const own = new Set([...statement.matchAll(/(?:\)|with) (?:as )?([a-z_]+)(?: as)?/g)].map(([, name]) => name));
  const read = [...statement.matchAll(/\b(?:from|join)\s+([a-z_]+)\b(?![.(])/g)].map(([, name = '']) => name);
  return [...new Set(read)].filter((name) => !own.has(name)).toSorted();
}

test.each(Object.entries(documents))('%s: changes in all the tables it reads are watched', (_name, document) => {
  const watched = new Set(document.sources.map(({ kind }) => kind));
  const tables = tablesOf(document);
  expect(tables.length).toBeGreaterThan(0);
  for (const table of tables) {
    expect(tellers, `nobody knows what tells of ${table}`).toHaveProperty(table);
    expect([...watched], `${table} is not watched`).toEqual(expect.arrayContaining([...(tellers[table] ?? [])]));
  }
});
