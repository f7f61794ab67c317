import { sql } from 'kysely';
import { listAdmins } from '#features/staff/staff.public.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { Records } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { findIds, findKeys, findSubject } from './subjects.store.ts';
import type { ShownThread, ThreadMessage, ThreadPerson, Threads } from './thread.contract.ts';
import { threadMessages } from './thread.messages.ts';
import { editableFor, fieldLabel, liveId, readField } from './thread.rules.ts';
import { fieldsOf } from './thread.service.ts';

// How many threads a panel shows, the open ones first and of these the newest.
const shown = 100;

/** What of a thread counts: a thread of which every message was deleted is open for nobody. */
const isOpen = sql`t.resolved_at is null and exists (
  select from thread_message m where m.thread_idx = t.thread_idx and m.deleted_at is null)`;

/** The label of what a thread is about within its record. */
export function labelOf(ctx: Context, records: Records, kind: string, field: string): string {
  const read = readField(field);
  if (!read) return field;
  const label = read.name === null ? null : (fieldsOf(records, kind)[read.name] ?? read.name);
  return fieldLabel(read, label === null ? null : ctx.text(label));
}

/** The threads of a record; 404 if it does not exist. */
export async function readThreads(ctx: Context, records: Records, kind: string, id: string): Promise<Threads> {
  const key = await findSubject(ctx.db, kind, id);
  if (key === undefined) throw threadMessages.error(404, 'thread.no_record');
  const title = (await records.titles(ctx, [{ entity: kind, id }]))(kind, id) ?? id;
  const { rows } = await sql<StoredThread>`
    select t.thread_idx, t.field, t.version, t.resolved_at is not null as is_resolved, ${secondsOf('t.resolved_at')} as resolved_at,
      ${person('t.resolved_by')} as resolved_by, ${person('t.handed_to')} as handed_to, t.handed_until::text as handed_until
    from thread t where t.kind = ${kind} and t.record_key = ${key}
    order by t.resolved_at desc nulls first, t.thread_idx desc limit ${shown}`.execute(ctx.db);
  const messages = await readMessages(
    ctx,
    rows.map(({ thread_idx }) => thread_idx),
  );
  const counts = await sql<{ open: number; resolved: number }>`
    select count(*) filter (where ${isOpen}) as open, count(*) filter (where resolved_at is not null) as resolved
    from thread t where t.kind = ${kind} and t.record_key = ${key}`.execute(ctx.db);
  return {
    of: { kind, id, title, href: records.hrefOf(kind, id), live: liveId(kind, key) },
    open: counts.rows[0]?.open ?? 0,
    resolved: counts.rows[0]?.resolved ?? 0,
    threads: rows.map(
      (row): ShownThread => ({
        thread_idx: row.thread_idx,
        field: row.field,
        label: labelOf(ctx, records, kind, row.field),
        resolved: row.is_resolved ? { at: row.resolved_at, by: row.resolved_by } : null,
        handed: row.handed_to && row.handed_until ? { to: row.handed_to, until: row.handed_until } : null,
        version: row.version,
        messages: messages.get(row.thread_idx) ?? [],
      }),
    ),
    colleagues: (await listAdmins(ctx.db)).map(({ staff_id, name }) => ({ staff_id, name })),
  };
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

/** The account with this key as its ID and name; null once it is gone. */
const person = (column: string) =>
  sql<ThreadPerson | null>`(select json_build_object('staff_id', s.staff_id, 'name', s.name) from staff s where s.staff_idx = ${sql.ref(column)})`;

async function readMessages(ctx: Context, threads: readonly number[]): Promise<Map<number, ThreadMessage[]>> {
  const { rows } = await sql<
    Omit<ThreadMessage, 'deleted' | 'editable_until' | 'edited_at'> & {
      thread_idx: number;
      edited: number;
      is_deleted: boolean;
      deleted_by: ThreadPerson | null;
    }
  >`
    select m.thread_idx, m.msg_idx, ${person('m.written_by')} as by, ${secondsOf('m.written_at')} as at, m.text, m.version,
      coalesce(${secondsOf('m.edited_at')}, 0) as edited, m.deleted_at is not null as is_deleted,
      ${person('m.deleted_by')} as deleted_by
    from thread_message m where m.thread_idx = any(${threads}::integer[]) order by m.msg_idx`.execute(ctx.db);
  const byThread = Map.groupBy(rows, ({ thread_idx }) => thread_idx);
  return new Map(
    [...byThread].map(([thread, some]) => [
      thread,
      some.map(({ msg_idx, by, at, text, version, edited, is_deleted, deleted_by }) => ({
        msg_idx,
        by,
        at,
        text,
        version,
        edited_at: edited === 0 ? null : edited,
        deleted: is_deleted ? { by: deleted_by } : null,
        editable_until: at + editableFor,
      })),
    ]),
  );
}

/** How many open threads each of these records has, by id; only about a field if one is given. */
export async function countOpen(
  ctx: Context,
  kind: string,
  ids: readonly string[],
  field?: string,
): Promise<Map<string, number>> {
  const keys = await findKeys(ctx.db, kind, ids);
  if (keys.size === 0) return new Map();
  const { rows } = await sql<{ key: string; count: number }>`
    select t.record_key as key, count(*) as count from thread t
    where t.kind = ${kind} and t.record_key = any(${[...keys.values()]}::text[]) and ${isOpen}
      and (${field ?? null}::text is null or t.field = ${field ?? null})
    group by t.record_key`.execute(ctx.db);
  const counts = new Map(rows.map(({ key, count }) => [key, count]));
  return new Map([...keys].flatMap(([id, key]) => (counts.has(key) ? [[id, counts.get(key) ?? 0] as const] : [])));
}

/** A thread in a list of several records' threads. */
export interface ListedThread {
  thread_idx: number;
  kind: string;
  /** The id of its record now. */
  id: string;
  field: string;
}

/** The records of threads, by thread; those whose record is deleted are missing. */
export async function recordsOf<T extends { thread_idx: number; kind: string; record_key: string; field: string }>(
  ctx: Context,
  rows: readonly T[],
): Promise<(T & ListedThread)[]> {
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  const found = await Promise.all(
    [...byKind].map(async ([kind, some]) => {
      const keys = [...new Set(some.map(({ record_key }) => record_key))];
      return [kind, await findIds(ctx.db, kind, keys)] as const;
    }),
  );
  const ids = new Map(found);
  return rows.flatMap((row) => {
    const id = ids.get(row.kind)?.get(row.record_key);
    return id === undefined ? [] : [{ ...row, id }];
  });
}

/** What threads are called: their record, and what they are about within it. */
export async function namesOfThreads(
  ctx: Context,
  records: Records,
  rows: readonly ListedThread[],
): Promise<Map<number, string>> {
  const title = await records.titles(
    ctx,
    rows.map(({ kind, id }) => ({ entity: kind, id })),
  );
  return new Map(
    rows.map(({ thread_idx, kind, id, field }) => {
      const parts = [title(kind, id) ?? id, field && labelOf(ctx, records, kind, field)];
      return [thread_idx, parts.filter(Boolean).join(' · ')];
    }),
  );
}

/** The threads with these keys whose record is there. */
export async function findThreadsByKey(ctx: Context, ids: readonly string[]): Promise<ListedThread[]> {
  const keys = ids.filter((id) => /^\d{1,9}$/.test(id)).map(Number);
  if (keys.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('thread')
    .select(['thread_idx', 'kind', 'record_key', 'field'])
    .where('thread_idx', 'in', keys)
    .execute();
  return recordsOf(ctx, rows);
}
