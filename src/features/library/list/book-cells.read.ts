import { type RawBuilder, sql } from 'kysely';
import type { EpubState } from '#features/content/epub-check.public.ts';
import { epubStateOf } from '#features/content/epub-check.public.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { everyColumn, type ListColumn, listColumns } from './book-list-columns.rules.ts';

/** The columns that are not texts; times in seconds. */
interface Figures {
  word_count: number | null;
  page_count: number | null;
  words: number;
  published: boolean;
  created: number;
  updated: number;
  epub_check: EpubState;
}

/** The cells of a book in the chosen columns. */
export type BookCells = Partial<Figures & Record<Exclude<ListColumn, keyof Figures>, string | null>>;

const titleOf = (table: 'series' | 'level' | 'category' | 'age_group', key: string) =>
  sql`(select title from ${sql.table(table)} t where t.${sql.ref(key)} = b.${sql.ref(key)})`;

const special: Partial<Record<ListColumn, RawBuilder<unknown>>> = {
  series: titleOf('series', 'ser_idx'),
  level: titleOf('level', 'lev_idx'),
  category: titleOf('category', 'cat_idx'),
  age_group: titleOf('age_group', 'grp_idx'),
  words: sql`(select count(*) from word w where w.bidx = b.bidx)`,
  published: sql`b.published_at is not null`,
  epub_check: epubStateOf,
  created: secondsOf('b.created_at'),
  updated: secondsOf('b.updated_at'),
};

const cells = new Set<ListColumn>([...everyColumn, ...listColumns]);

/** The cells of book `b` in these columns, each under the name of its column. */
export const selectCells = (columns: readonly string[]): RawBuilder<unknown>[] =>
  [...cells]
    .filter((name) => columns.includes(name))
    .map((name) => sql`${special[name] ?? sql.ref(`b.${name}`)} as ${sql.ref(name)}`);
