import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { secondsOrZero } from '#kernel/db/seconds.ts';
import type { Accessibility } from './epub-check.contract.ts';
import { type EpubMessage, type EpubState, stoppedId } from './epub-check.rules.ts';

/** The check of one EPUB. */
interface CheckRow {
  file_key: string;
  status: Exclude<EpubState, 'none'>;
  checked_at: number;
  tool: string | null;
  messages: EpubMessage[];
  left_out: number;
  /** The messages of the file before this one; null for the first file. */
  previous: EpubMessage[] | null;
  accessibility: Accessibility | null;
}

/** What a check found, and when. Seconds. */
export type CheckResult = Pick<CheckRow, 'status' | 'checked_at' | 'tool' | 'messages' | 'left_out' | 'accessibility'>;

/** The condition that the check of book `b`'s EPUB is in this state. */
export const hasEpubState = (state: EpubState): RawBuilder<boolean> =>
  state === 'none'
    ? sql<boolean>`not exists (select from epub_check e where e.bidx = b.bidx)`
    : sql<boolean>`b.bidx in (select bidx from epub_check where status = ${state})`;

/** The state of the check of book `b`'s EPUB, for lists. */
export const epubStateOf = sql`coalesce((select status from epub_check e where e.bidx = b.bidx), 'none')`;

/** The check of a book's EPUB. */
export async function findCheck(db: Database, bidx: number): Promise<CheckRow | undefined> {
  const { rows } = await sql<CheckRow>`
    select file_key, status, ${secondsOrZero('checked_at')} as checked_at, tool, messages, left_out, previous, accessibility
    from epub_check where bidx = ${bidx}`.execute(db);
  return rows[0];
}

/**
 * Marks the EPUB of a book as waiting for its check. With another file, the report of the last one that was checked is
 * what the new report is compared with. Returns the key of the file; undefined if the book has no EPUB.
 */
export async function putWaiting(db: Database, bidx: number, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ file_key: string }>`
    insert into epub_check as e (bidx, file_key, status, requested_at)
    select bidx, file_key, 'waiting', ${now} from book_content where bidx = ${bidx} and kind = 'epub'
    on conflict (bidx) do update set
      file_key = excluded.file_key, status = 'waiting', requested_at = excluded.requested_at,
      previous = case when e.file_key <> excluded.file_key and e.status <> 'waiting' then e.messages else e.previous end,
      messages = '[]', left_out = 0, checked_at = null, tool = null, accessibility = null
    returning file_key`.execute(db);
  return rows[0]?.file_key;
}

/** That the check of a kept EPUB ended without a result. */
export const isStopped = sql<boolean>`coalesce(epub_check -> 'messages' @> ${JSON.stringify([{ id: stoppedId }])}::jsonb, false)`;

/** What the check of an EPUB found that no book has; undefined until then, and if it ended without a result. */
export async function findEarlyResult(db: Database, fileKey: string): Promise<CheckResult | undefined> {
  const { rows } = await sql<{ result: CheckResult }>`
    select epub_check as result from kept_content where file_key = ${fileKey} and epub_check is not null and not ${isStopped}`.execute(
    db,
  );
  return rows[0]?.result;
}

/** Whether an EPUB that no book has is still to be checked. */
export async function isUnchecked(db: Database, fileKey: string): Promise<boolean> {
  const { rows } = await sql`
    select from kept_content where file_key = ${fileKey} and epub_check is null`.execute(db);
  return rows.length > 0;
}

export async function putEarlyResult(db: Database, fileKey: string, result: CheckResult): Promise<void> {
  await sql`
    update kept_content set epub_check = ${JSON.stringify(result)}::jsonb where file_key = ${fileKey}`.execute(db);
}

/** Whether a file is still to be checked, and still the book's. */
export async function isWaiting(db: Database, bidx: number, fileKey: string): Promise<boolean> {
  const { rows } = await sql`
    select from epub_check where bidx = ${bidx} and file_key = ${fileKey} and status = 'waiting'`.execute(db);
  return rows.length > 0;
}

/** Stores a result, unless the file was checked or replaced meanwhile. Returns the bid of the book. */
export async function putResult(
  db: Database,
  { bidx, fileKey }: { bidx: number; fileKey: string },
  row: CheckResult,
): Promise<string | undefined> {
  const { rows } = await sql<{ bid: string }>`
    update epub_check e set status = ${row.status}, checked_at = to_timestamp(${row.checked_at}), tool = ${row.tool},
      messages = ${JSON.stringify(row.messages)}::jsonb, left_out = ${row.left_out},
      accessibility = ${row.accessibility && JSON.stringify(row.accessibility)}::jsonb
    from book b
    where e.bidx = ${bidx} and e.file_key = ${fileKey} and e.status = 'waiting' and b.bidx = e.bidx
    returning b.bid`.execute(db);
  return rows[0]?.bid;
}

/** The files of books and those that wait for a release which have been waiting since before a time, the oldest first. */
export async function listWaiting(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<{ bidx: number | null; file_key: string }[]> {
  const { rows } = await sql<{ bidx: number | null; file_key: string }>`
    select bidx, file_key from (
      select bidx, file_key, requested_at from epub_check where status = 'waiting'
      union all
      select null, file_key, uploaded_at from kept_content where kind = 'epub' and epub_check is null
    ) waiting
    where requested_at < ${before}
    order by requested_at limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** What the checked EPUBs of these books say of their accessibility, by the book's number. */
export async function findAccessibility(db: Database, bidxs: readonly number[]): Promise<Map<number, Accessibility>> {
  const { rows } = await sql<{ bidx: number; accessibility: Accessibility }>`
    select bidx, accessibility from epub_check
    where bidx = any(${bidxs}::integer[]) and accessibility is not null`.execute(db);
  return new Map(rows.map(({ bidx, accessibility }) => [bidx, accessibility]));
}
