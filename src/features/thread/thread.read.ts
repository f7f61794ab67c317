import { sql } from 'kysely';
import type { Records } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { findIds, findSubject, keysOf } from './subjects.store.ts';
import { fieldLabel, readField } from './thread.rules.ts';
import { fieldsOf } from './thread.service.ts';

/** What of a thread counts: a thread of which every message was deleted is open for nobody. */
export const isOpen = sql<boolean>`t.resolved_at is null and exists (
  select from thread_message m where m.thread_idx = t.thread_idx and m.deleted_at is null)`;

/** The label of what a thread is about within its record. */
export function labelOf(ctx: Context, records: Records, kind: string, field: string): string {
  const read = readField(field);
  if (!read) return field;
  const label = read.name === null ? null : (fieldsOf(records, kind)[read.name] ?? read.name);
  return fieldLabel(read, label === null ? null : ctx.text(label));
}

/** How many open threads each of these records has, by id; only about a field if one is given. */
export async function countOpen(
  ctx: Context,
  kind: string,
  ids: readonly string[],
  field?: string,
): Promise<Map<string, number>> {
  const keys = keysOf(kind, ids);
  if (!keys) return new Map();
  const { rows } = await sql<{ id: string; count: number }>`
    select record.id, count(*) as count from (${keys}) record
    join thread t on t.kind = ${kind} and t.record_key = record.key
    where ${isOpen} and (${field ?? null}::text is null or t.field = ${field ?? null})
    group by record.id`.execute(ctx.db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** How many open threads a record has about each of its fields. */
export async function countOpenByField(ctx: Context, kind: string, id: string): Promise<Record<string, number>> {
  const key = await findSubject(ctx.db, kind, id);
  if (key === undefined) return {};
  const { rows } = await sql<{ field: string; count: number }>`
    select t.field, count(*) as count from thread t
    where t.kind = ${kind} and t.record_key = ${key} and t.field <> '' and ${isOpen}
    group by t.field`.execute(ctx.db);
  return Object.fromEntries(rows.map(({ field, count }) => [field, count]));
}

/** The newest open thread about a field of a record; undefined if there is none. */
export async function findOpenAbout(
  ctx: Context,
  { kind, id }: { kind: string; id: string },
  field: string,
): Promise<number | undefined> {
  const key = await findSubject(ctx.db, kind, id);
  const { rows } = await sql<{ thread_idx: number }>`
    select t.thread_idx from thread t
    where t.kind = ${kind} and t.record_key = ${key ?? null} and t.field = ${field} and ${isOpen}
    order by t.thread_idx desc limit 1`.execute(ctx.db);
  return rows[0]?.thread_idx;
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
