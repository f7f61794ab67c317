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
type CheckResult = Pick<CheckRow, 'status' | 'checked_at' | 'tool' | 'messages' | 'left_out' | 'accessibility'>;

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

/** The file that is checked: of a book, or one that no book has. */
export interface CheckedFile {
  bidx: number | null;
  fileKey: string;
}

/** The row of a file that still waits for its check. */
const waiting = ({ bidx, fileKey }: CheckedFile) => ({
  table: sql.table(bidx === null ? 'kept_epub_check' : 'epub_check'),
  is: sql<boolean>`file_key = ${fileKey} and status = 'waiting' ${bidx === null ? sql`` : sql`and bidx = ${bidx}`}`,
});

/** Notes that a kept EPUB waits for its check, or what was found in it while a book had it. */
export async function noteUnusedCheck(
  db: Database,
  { file_key: fileKey, uploaded_at: at }: { file_key: string; uploaded_at: number },
): Promise<void> {
  const found = sql`status, checked_at, tool, messages, left_out, accessibility`;
  await sql`
    insert into kept_epub_check as k (file_key, requested_at, ${found})
    select ${fileKey}::text, to_timestamp(${at}), ${found} from (
      select 1 as nth, ${found} from epub_check where file_key = ${fileKey} and status <> 'waiting'
      union all select 2, 'waiting', null, null, '[]', 0, null
    ) e order by nth limit 1
    on conflict (file_key) do nothing`.execute(db);
}

/** How the early check of an EPUB ended. */
export type EarlyState = EpubState | 'stopped';

const isStopped = sql<boolean>`messages @> ${JSON.stringify([{ id: stoppedId }])}::jsonb`;

/** How the checks of EPUBs that are kept ended, by file. */
export async function findEarlyStates(db: Database, keys: readonly string[]): Promise<Map<string, EarlyState>> {
  const { rows } = await sql<{ key: string; state: EarlyState }>`
    select file_key as key, case when ${isStopped} then 'stopped' else status end as state
    from kept_epub_check where file_key = any(${keys}::text[])`.execute(db);
  return new Map(rows.map(({ key, state }) => [key, state]));
}

/** What the check of an EPUB found that no book has; undefined until then, and if it ended without a result. */
export async function findEarlyResult(db: Database, fileKey: string): Promise<CheckResult | undefined> {
  const { rows } = await sql<CheckResult>`
    select status, ${secondsOrZero('checked_at')} as checked_at, tool, messages, left_out, accessibility
    from kept_epub_check where file_key = ${fileKey} and status <> 'waiting' and not ${isStopped}`.execute(db);
  return rows[0];
}

/** Whether a file is still to be checked, and still the book's. */
export async function isWaiting(db: Database, file: CheckedFile): Promise<boolean> {
  const { table, is } = waiting(file);
  const { rows } = await sql`select from ${table} where ${is}`.execute(db);
  return rows.length > 0;
}

/** Stores a result; false if the file was checked or replaced meanwhile. */
export async function putResult(db: Database, file: CheckedFile, row: CheckResult): Promise<boolean> {
  const { table, is } = waiting(file);
  const { rows } = await sql`
    update ${table} set status = ${row.status}, checked_at = to_timestamp(${row.checked_at}), tool = ${row.tool},
      messages = ${JSON.stringify(row.messages)}::jsonb, left_out = ${row.left_out},
      accessibility = ${row.accessibility && JSON.stringify(row.accessibility)}::jsonb
    where ${is} returning 1`.execute(db);
  return rows.length > 0;
}

export async function findBid(db: Database, bidx: number): Promise<string | undefined> {
  const { rows } = await sql<{ bid: string }>`select bid from book where bidx = ${bidx}`.execute(db);
  return rows[0]?.bid;
}

/** The files of books and those that wait for a release which have been waiting since before a time, the oldest first. */
export async function listWaiting(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<CheckedFile[]> {
  const { rows } = await sql<CheckedFile>`
    select bidx, file_key as "fileKey" from (
      select bidx, file_key, requested_at from epub_check where status = 'waiting'
      union all
      select null, file_key, requested_at from kept_epub_check where status = 'waiting'
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
