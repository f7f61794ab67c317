import { sql } from 'kysely';
import { jsonText, type VersionChange } from '#kernel/records/version-changes.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { asRows, type ContentItem, itemOf, keyOf } from './contents.store.ts';

/** An item that only one of two versions contains. */
interface ComparedItem extends ContentItem {
  isAdded: boolean;
  /** The current title; if it was deleted since, the one kept in the version. */
  title: string;
  /** The bid of a book, the series of a level. */
  detail: string | null;
  /** Its page; null if it was deleted. */
  href: string | null;
}

export interface ComparedContents {
  added: number;
  removed: number;
  /** The items of one page, added ones first. */
  rows: ComparedItem[];
  page: number;
}

/** How many differing items a page shows. */
export const comparedPageSize = 100;

type Changed = ContentItem & { isAdded: boolean; label: string };

/** What was added to and removed from the contents: the total counts, and the items of one page. */
export async function readContents(
  ctx: Context,
  changes: readonly VersionChange[],
  page: number,
): Promise<ComparedContents> {
  const items = changes.flatMap(({ path, before, after }): Changed[] =>
    // Present on both sides, under another title.
    before !== undefined && after !== undefined
      ? []
      : [{ ...itemOf(path[1] ?? ''), isAdded: before === undefined, label: jsonText(before ?? after) }],
  );
  const added = items.filter(({ isAdded }) => isAdded);
  const removed = items.filter(({ isAdded }) => !isAdded);
  const from = (page - 1) * comparedPageSize;
  const shown = [...sorted(added), ...sorted(removed)].slice(from, from + comparedPageSize);
  const named = await findNamed(ctx, shown);
  const rows = shown.map(({ label, ...item }) => {
    const { content_type, content_idx, isAdded } = item;
    const found = named.get(keyOf(item));
    if (!found)
      return { content_type, content_idx, isAdded, title: label || `#${content_idx}`, detail: null, href: null };
    return { content_type, content_idx, isAdded, ...found };
  });
  return { added: added.length, removed: removed.length, rows, page };
}

const ranks = { series: 1, level: 2, book: 3 };

const sorted = (items: readonly Changed[]): Changed[] =>
  items.toSorted(
    (a, b) =>
      ranks[a.content_type] - ranks[b.content_type] ||
      (a.label < b.label ? -1 : a.label > b.label ? 1 : a.content_idx - b.content_idx),
  );

/** The titles of items by their keys, such as `series:3`, for trails; a level is named after its series. */
export async function itemTitles(ctx: Context, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const named = await findNamed(ctx, keys.map(itemOf));
  return new Map(
    [...named].map(([key, { title, detail }]) => [key, key.startsWith('level:') ? `${detail}, ${title}` : title]),
  );
}

async function findNamed(ctx: Context, items: readonly ContentItem[]) {
  const { rows } = await sql<ContentItem & { title: string; detail: string | null; ser_idx: number | null }>`
    select content_type, content_idx, coalesce(b.title, s.title, l.title) as title, coalesce(b.bid, ls.title) as detail,
      coalesce(s.ser_idx, l.ser_idx) as ser_idx
    from ${asRows(items)} left join book b on content_type = 'book' and b.bidx = content_idx
    left join series s on content_type = 'series' and s.ser_idx = content_idx
    left join level l on content_type = 'level' and l.lev_idx = content_idx
    left join series ls on ls.ser_idx = l.ser_idx
    where coalesce(b.title, s.title, l.title) is not null`.execute(ctx.db);
  return new Map(
    rows.map((row) => {
      const href = row.content_type === 'book' ? `/book/${row.detail}` : `/series?open=${row.ser_idx}`;
      return [keyOf(row), { title: row.title, detail: row.detail, href }];
    }),
  );
}
