import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { secondsOf } from '#kernel/db/seconds.ts';

/** A thread as it is changed. */
export interface ThreadRow {
  thread_idx: number;
  kind: string;
  record_key: string;
  field: string;
  resolved: boolean;
  /** Whom it is handed to: the ID of the account, and the day. */
  handed_to: string | null;
  handed_until: string | null;
  version: number;
}

/** A message as it is changed. Times in seconds. */
export interface MessageRow {
  msg_idx: number;
  thread_idx: number;
  written_by: number | null;
  written_at: number;
  text: string;
  deleted: boolean;
  version: number;
}

const threadRow = (db: Database, thread: number) =>
  db
    .selectFrom('thread')
    .where('thread_idx', '=', thread)
    .select([
      'thread_idx',
      'kind',
      'record_key',
      'field',
      'version',
      sql<boolean>`resolved_at is not null`.as('resolved'),
      sql<string | null>`handed_until::text`.as('handed_until'),
      sql<string | null>`(select staff_id from staff where staff_idx = handed_to)`.as('handed_to'),
    ]);

export const findThread = (db: Database, thread: number): Promise<ThreadRow | undefined> =>
  threadRow(db, thread).executeTakeFirst();

export const lockThread = (db: Database, thread: number): Promise<ThreadRow | undefined> =>
  threadRow(db, thread).forUpdate().executeTakeFirst();

const messageRow = (db: Database, message: number) =>
  db
    .selectFrom('thread_message')
    .where('msg_idx', '=', message)
    .select([
      'msg_idx',
      'thread_idx',
      'written_by',
      secondsOf('written_at').as('written_at'),
      'text',
      'version',
      sql<boolean>`deleted_at is not null`.as('deleted'),
    ]);

export const findMessage = (db: Database, message: number): Promise<MessageRow | undefined> =>
  messageRow(db, message).executeTakeFirst();

export const lockMessage = (db: Database, message: number): Promise<MessageRow | undefined> =>
  messageRow(db, message).forUpdate().executeTakeFirst();

interface By {
  staffIdx: number;
  /** ISO 8601. */
  at: string;
}

export async function insertThread(
  db: Database,
  row: Pick<ThreadRow, 'kind' | 'record_key' | 'field'>,
  { staffIdx, at }: By,
): Promise<number> {
  const { thread_idx } = await db
    .insertInto('thread')
    .values({ ...row, opened_by: staffIdx, opened_at: at })
    .returning('thread_idx')
    .executeTakeFirstOrThrow();
  return thread_idx;
}

export async function insertMessage(
  db: Database,
  row: { thread_idx: number; text: string },
  { staffIdx, at }: By,
): Promise<number> {
  const { msg_idx } = await db
    .insertInto('thread_message')
    .values({ ...row, written_by: staffIdx, written_at: at })
    .returning('msg_idx')
    .executeTakeFirstOrThrow();
  return msg_idx;
}

/** How many messages a thread has, and how many of them are not deleted. */
export async function countMessages(db: Database, thread: number): Promise<{ all: number; there: number }> {
  return db
    .selectFrom('thread_message')
    .where('thread_idx', '=', thread)
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('deleted_at', 'is', null).as('there'),
    ])
    .executeTakeFirstOrThrow();
}

/** What changes of a thread; a person is named by the key of the account. */
export interface ThreadChange {
  resolved?: boolean | undefined;
  handed?: { to: number; until: string } | null | undefined;
}

export async function updateThread(
  db: Database,
  thread: number,
  { resolved, handed }: ThreadChange,
  { staffIdx, at }: By,
): Promise<void> {
  await db
    .updateTable('thread')
    .set((row) => ({
      ...(resolved !== undefined && { resolved_at: resolved ? at : null, resolved_by: resolved ? staffIdx : null }),
      ...(handed !== undefined && { handed_to: handed?.to ?? null, handed_until: handed?.until ?? null }),
      version: row('version', '+', 1),
    }))
    .where('thread_idx', '=', thread)
    .execute();
}

export async function updateText(db: Database, message: number, text: string, at: string): Promise<void> {
  await db
    .updateTable('thread_message')
    .set((row) => ({ text, edited_at: at, version: row('version', '+', 1) }))
    .where('msg_idx', '=', message)
    .execute();
}

/** Deletes what a message says, and whom it mentions. */
export async function emptyMessage(db: Database, message: number, { staffIdx, at }: By): Promise<void> {
  await db
    .updateTable('thread_message')
    .set((row) => ({ text: '', deleted_by: staffIdx, deleted_at: at, version: row('version', '+', 1) }))
    .where('msg_idx', '=', message)
    .execute();
  await db.deleteFrom('thread_mention').where('msg_idx', '=', message).execute();
}

/** Sets whom a message mentions; who has seen it has still seen it. */
export async function setMentions(db: Database, message: number, staff: readonly number[]): Promise<void> {
  await sql`
    with gone as (delete from thread_mention where msg_idx = ${message} and staff_idx <> all(${staff}::integer[]))
    insert into thread_mention (msg_idx, staff_idx) select ${message}, unnest(${staff}::integer[])
    on conflict do nothing`.execute(db);
}

/** Notes that a person has seen the messages of a thread that mention them; answers whether any was unseen. */
export async function noteSeen(db: Database, thread: number, { staffIdx, at }: By): Promise<boolean> {
  const { rows } = await sql`
    update thread_mention set seen_at = ${at}::timestamptz from thread_message m
    where m.msg_idx = thread_mention.msg_idx and m.thread_idx = ${thread}
      and thread_mention.staff_idx = ${staffIdx} and seen_at is null
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Which of these are codes. */
export async function findKnownCodes(db: Database, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set();
  const { rows } = await sql<{ code: string }>`select code from code where code = any(${codes}::text[])`.execute(db);
  return new Set(rows.map(({ code }) => code));
}
