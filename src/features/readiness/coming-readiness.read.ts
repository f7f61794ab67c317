import { sql } from 'kysely';
import type { BookWords } from '#features/book/book-words.public.ts';
import { listIn } from '#features/word/word-rules.public.ts';
import type { ChangeFields } from '#kernel/changesets/kinds.ts';
import type { Context } from '#kernel/work/context.ts';
import { noneMissing, type Requirement } from './readiness.rules.ts';
import { gapsOfMany } from './readiness-figures.read.ts';

/** A book, and the fields that will be changed in it first, by kind of change. */
export interface ComingBook {
  bid: string;
  changes: Readonly<Partial<Record<'book' | 'images' | 'files' | 'words', ChangeFields>>>;
}

interface Row {
  bid: string;
  missing: Requirement[];
  level_type: string | null;
  lexile: string | null;
  cefr_level: string | null;
  grp_idx: number | null;
  silent: number;
  /** The kinds of files that it has. */
  files: string[];
}

/** What books will lack once they are changed, in figures. */
export async function foreseeReadiness(ctx: Context, coming: readonly ComingBook[]): Promise<string[]> {
  const { rows } = await sql<Row>`
    select b.bid, r.missing, b.level_type, b.lexile, b.cefr_level, b.grp_idx, (
      select count(*)::integer from word w join sentence s using (word_idx)
      where w.bidx = b.bidx and s.mdr_targeted = 'Y' and s.audio_key is null) as silent,
      array(select kind from book_content c where c.bidx = b.bidx) as files
    from book b join book_readiness r using (bidx) where b.bid = any(${coming.map(({ bid }) => bid)}::text[])`.execute(
    ctx.db,
  );
  const changes = new Map(coming.map((book) => [book.bid, book]));
  const figures = { ...noneMissing, silent: 0 };
  for (const row of rows) {
    const { missing, silent } = changed(row, changes.get(row.bid));
    for (const key of missing) figures[`no_${key}`] += 1;
    figures.silent += silent;
  }
  const gaps = gapsOfMany(ctx, figures);
  return gaps.length > 0 ? gaps : [ctx.translate<BookWords>()('book.publish_complete')];
}

/** What a book lacks after a change, see `missing_in` in db/schema.sql, and how many sentences have no audio. */
function changed(row: Row, coming: ComingBook | undefined): { missing: Set<Requirement>; silent: number } {
  const { book, images = {}, files = {}, words } = coming?.changes ?? {};
  const { level_type, lexile, cefr_level, grp_idx } = { ...row, ...book };
  const level = level_type === 'Lexile' ? lexile : level_type === 'CEFR' ? cefr_level : null;
  const missing = new Set(row.missing);
  const set = (key: Requirement, isMissing: boolean) => (isMissing ? missing.add(key) : missing.delete(key));
  set('level', level === null);
  set('age_group', grp_idx === null);
  const { cover, preview } = images;
  if (cover !== undefined) set('cover', cover === null);
  if (Array.isArray(preview)) set('previews', preview.length === 0);
  const had = new Set(row.files);
  set('content', !['epub', 'zip'].some((kind) => (files[kind] === undefined ? had.has(kind) : files[kind] !== null)));
  // Another one is checked once the book has it.
  if (files['epub'] !== undefined) set('epub', false);
  if (!words) return { missing, silent: row.silent };
  const list = listIn(words);
  const silent = list.flatMap(({ sentences }) => sentences.filter(isSilent)).length;
  set('words', list.length === 0);
  set('audio', silent > 0);
  return { missing, silent };
}

const isSilent = ({ mdr_targeted: target, audio }: { mdr_targeted: string; audio: string | null }) =>
  target === 'Y' && audio === null;
