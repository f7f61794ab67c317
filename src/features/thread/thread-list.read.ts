import { sql } from 'kysely';
import { listAdmins } from '#features/staff/staff.public.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { Records } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { findSubject } from './subjects.store.ts';
import type { ShownThread, ThreadMessage, ThreadPage, ThreadPerson, Threads, ThreadState } from './thread.contract.ts';
import { threadMessages } from './thread.messages.ts';
import { isOpen, labelOf, recordsOf } from './thread.read.ts';
import { editableFor, liveId } from './thread.rules.ts';
import { findThread } from './thread.store.ts';

// How much one answer has, so that its size is bounded whatever was written: a message can have 4,000 characters.
const threadsAtOnce = 20;
const newestMessages = 4;
const messagesAtOnce = 50;

interface OfRecord {
  kind: string;
  id: string;
}

/** Threads of a record, as far as one answer goes; 404 if the record does not exist. */
export async function readThreads(
  ctx: Context,
  records: Records,
  { kind, id }: OfRecord,
  { state, before, thread }: ThreadPage,
): Promise<Threads> {
  const key = await findSubject(ctx.db, kind, id);
  if (key === undefined) throw threadMessages.error(404, 'thread.no_record');
  const title = (await records.titles(ctx, [{ entity: kind, id }]))(kind, id) ?? id;
  const which = sql`t.kind = ${kind} and t.record_key = ${key} and ${hasState(state)}`;
  const older = before === undefined ? sql`` : sql`and t.thread_idx < ${before}`;
  const page = await listStored(ctx, sql`${which} ${older} order by t.thread_idx desc limit ${threadsAtOnce + 1}`);
  const rows = page.slice(0, threadsAtOnce);
  const isListed = thread === undefined || rows.some(({ thread_idx }) => thread_idx === thread);
  if (!isListed) rows.push(...(await listStored(ctx, sql`${which} and t.thread_idx = ${thread}`)));
  const messages = await readMessages(
    ctx,
    rows.map(({ thread_idx }) => thread_idx),
    thread,
  );
  const counts = await sql<{ open: number; resolved: number }>`
    select count(*) filter (where ${isOpen})::integer as open, count(*) filter (where not (${isOpen}))::integer as resolved
    from thread t where t.kind = ${kind} and t.record_key = ${key}`.execute(ctx.db);
  return {
    of: { kind, id, title, href: records.hrefOf(kind, id), live: liveId(kind, key) },
    open: counts.rows[0]?.open ?? 0,
    resolved: counts.rows[0]?.resolved ?? 0,
    state,
    threads: rows.map((row): ShownThread => {
      const own = messages.get(row.thread_idx) ?? [];
      return {
        thread_idx: row.thread_idx,
        field: row.field,
        label: labelOf(ctx, records, kind, row.field),
        resolved: row.is_resolved ? { at: row.resolved_at, by: row.resolved_by } : null,
        handed: row.handed_to && row.handed_until ? { to: row.handed_to, until: row.handed_until } : null,
        version: row.version,
        count: own[0]?.count ?? 0,
        messages: own.map(shownMessage),
      };
    }),
    next: page.length > threadsAtOnce ? (page[threadsAtOnce - 1]?.thread_idx ?? null) : null,
    colleagues: (await listAdmins(ctx.db)).map(({ staff_id, name }) => ({ staff_id, name })),
  };
}

const hasState = (state: ThreadState) => (state === 'open' ? isOpen : sql<boolean>`not (${isOpen})`);

/** Whether a thread is open. */
export async function stateOf(ctx: Context, thread: number): Promise<ThreadState> {
  const { rows } = await sql<{ open: boolean }>`
    select ${isOpen} as open from thread t where t.thread_idx = ${thread}`.execute(ctx.db);
  return rows[0]?.open === false ? 'resolved' : 'open';
}

interface StoredThread {
  thread_idx: number;
  field: string;
  version: number;
  is_resolved: boolean;
  resolved_at: number;
  resolved_by: ThreadPerson | null;
  handed_to: ThreadPerson | null;
  handed_until: string | null;
}

async function listStored(ctx: Context, which: ReturnType<typeof sql>): Promise<StoredThread[]> {
  const { rows } = await sql<StoredThread>`
    select t.thread_idx, t.field, t.version, t.resolved_at is not null as is_resolved, ${secondsOf('t.resolved_at')} as resolved_at,
      ${person('t.resolved_by')} as resolved_by, ${person('t.handed_to')} as handed_to, t.handed_until::text as handed_until
    from thread t where ${which}`.execute(ctx.db);
  return rows;
}

/** The account with this key as its ID and name; null once it is gone. */
const person = (column: string) =>
  sql<ThreadPerson | null>`(select json_build_object('staff_id', s.staff_id, 'name', s.name) from staff s where s.staff_idx = ${sql.ref(column)})`;

interface StoredMessage extends Omit<ThreadMessage, 'deleted' | 'editable_until' | 'edited_at'> {
  thread_idx: number;
  edited: number;
  is_deleted: boolean;
  deleted_by: ThreadPerson | null;
  /** How many its thread has. */
  count: number;
}

const messageColumns = sql`
  m.thread_idx, m.msg_idx, ${person('m.written_by')} as by, ${secondsOf('m.written_at')} as at, m.text, m.version,
  coalesce(${secondsOf('m.edited_at')}, 0) as edited, m.deleted_at is not null as is_deleted,
  ${person('m.deleted_by')} as deleted_by`;

/** The first message of each thread and its newest, of one of them more. */
async function readMessages(
  ctx: Context,
  threads: readonly number[],
  opened: number | undefined,
): Promise<Map<number, StoredMessage[]>> {
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns}, k.count from (
      select msg_idx, row_number() over (partition by thread_idx order by msg_idx desc) as nth,
        (count(*) over (partition by thread_idx))::integer as count, min(msg_idx) over (partition by thread_idx) as first
      from thread_message where thread_idx = any(${threads}::integer[])) k
    join thread_message m using (msg_idx)
    where k.msg_idx = k.first or k.nth <= case when m.thread_idx = ${opened ?? 0} then ${sql.lit(messagesAtOnce)} else ${sql.lit(newestMessages)} end
    order by m.msg_idx`.execute(ctx.db);
  return Map.groupBy(rows, ({ thread_idx }) => thread_idx);
}

/** The messages of a thread before one of them, the newest of these; 404 if its record does not exist. */
export async function readEarlier(ctx: Context, thread: number, before: number): Promise<ThreadMessage[]> {
  const row = await findThread(ctx.db, thread);
  if (!row || (await recordsOf(ctx, [row])).length === 0) throw threadMessages.error(404, 'thread.not_found');
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns}, 0 as count from thread_message m
    where m.thread_idx = ${thread} and m.msg_idx < ${before}
    order by m.msg_idx desc limit ${messagesAtOnce}`.execute(ctx.db);
  return rows.toReversed().map(shownMessage);
}

const shownMessage = ({
  msg_idx,
  by,
  at,
  text,
  version,
  edited,
  is_deleted,
  deleted_by,
}: StoredMessage): ThreadMessage => ({
  msg_idx,
  by,
  at,
  text,
  version,
  edited_at: edited === 0 ? null : edited,
  deleted: is_deleted ? { by: deleted_by } : null,
  editable_until: at + editableFor,
});
