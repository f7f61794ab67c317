import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { offsetOf, pageSize } from '#kernel/db/paging.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { isOwnBook } from '../record/import-books.store.ts';
import type { BookFilter } from './import-books.rules.ts';

/** A rejected file of a book; the service translates its message. */
interface RefusedFile {
  kind: 'cover' | 'preview' | 'audio';
  file_name: string;
  problem: { key: string; values?: Record<string, unknown> };
}

/** A book of an import, and which of its files the library has. */
export interface ImportedBook {
  row_no: number;
  bid: string;
  title: string;
  cover: boolean;
  previews: number;
  /** The number of sentences that need audio, and the number of those that have it. */
  targeted: number;
  voiced: number;
  refused: RefusedFile[];
}

const has = (kind: string) =>
  sql`exists (select 1 from book_image i where i.bidx = k.bidx and i.kind = ${sql.lit(kind)})`;
const targeted = sql`from word w join sentence s using (word_idx) where w.bidx = k.bidx and s.mdr_targeted = 'Y'`;
const refused = sql`from import_file f where f.import_idx = k.import_idx and f.bidx = k.bidx and f.status = 'refused'`;

const conditions: Record<BookFilter, ReturnType<typeof sql>> = {
  all: sql`true`,
  no_cover: sql`not ${has('cover')}`,
  no_preview: sql`not ${has('preview')}`,
  no_audio: sql`exists (select 1 ${targeted} and s.audio_key is null)`,
  invalid: sql`exists (select 1 ${refused})`,
};

const books = (importIdx: number, filter: BookFilter) => sql`
  from import_book k join book b using (bidx) where k.import_idx = ${importIdx} and ${conditions[filter]}`;

/** One page of an import's books in order. */
export async function listImportedBooks(
  db: Database,
  importIdx: number,
  filter: BookFilter,
  page: number,
): Promise<ImportedBook[]> {
  const { rows } = await sql<ImportedBook>`
    select k.row_no, b.bid, b.title, ${has('cover')} as cover, previews.count as previews,
      audio.targeted, audio.voiced, coalesce(files.refused, '[]') as refused
    from (
      select k.import_idx, k.row_no, k.bidx ${books(importIdx, filter)}
      order by k.row_no limit ${sql.lit(pageSize)} offset ${offsetOf(page)}
    ) k
    join book b using (bidx)
    cross join lateral (
      select count(*)::integer as count from book_image i where i.bidx = k.bidx and i.kind = 'preview') previews
    cross join lateral (
      select count(*)::integer as targeted, count(s.audio_key)::integer as voiced ${targeted}) audio
    cross join lateral (
      select jsonb_agg(jsonb_build_object('kind', f.kind, 'file_name', f.file_name, 'problem', f.problem) order by f.file_idx) as refused
      ${refused}) files
    order by k.row_no`.execute(db);
  return rows;
}

export async function countImportedBooks(db: Database, importIdx: number, filter: BookFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count ${books(importIdx, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** What the books of an import have so far. */
export interface ImportSummary {
  books: number;
  /** How many of them are published, and when the last one was published; 0 if none. */
  live: number;
  published_at: number;
  /** How many of those that are its own, see `listOwnBids`, are not published. */
  waiting: number;
  covers: number;
  previews: number;
  sentences: number;
  targeted: number;
  voiced: number;
}

export async function summarizeBooks(db: Database, importIdx: number): Promise<ImportSummary> {
  const { rows } = await sql<ImportSummary>`
    with own as materialized (
      select k.bidx, b.published_at, ${isOwnBook} as is_own
      from import_book k join book b using (bidx) join import i using (import_idx) where k.import_idx = ${importIdx})
    select (select count(*)::integer from own) as books,
      (select count(published_at)::integer from own) as live,
      (select count(*)::integer from own where is_own and published_at is null) as waiting,
      coalesce((select ${secondsOf(sql`max(published_at)`)} from own), 0) as published_at,
      images.covers, images.previews, texts.sentences, texts.targeted, texts.voiced
    from (
      select count(*) filter (where i.kind = 'cover')::integer as covers,
        count(*) filter (where i.kind = 'preview')::integer as previews
      from own join book_image i using (bidx)
    ) images
    cross join (
      select count(*)::integer as sentences,
        count(*) filter (where s.mdr_targeted = 'Y')::integer as targeted,
        count(s.audio_key) filter (where s.mdr_targeted = 'Y')::integer as voiced
      from own join word w using (bidx) join sentence s using (word_idx)
    ) texts`.execute(db);
  return (
    rows[0] ?? {
      books: 0,
      live: 0,
      published_at: 0,
      waiting: 0,
      covers: 0,
      previews: 0,
      sentences: 0,
      targeted: 0,
      voiced: 0,
    }
  );
}
