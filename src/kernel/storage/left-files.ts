import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../work/context.ts';

/** How long a file without a record is kept, and how old one may be before a record must refer to it. Milliseconds. */
export const unreferencedLifetimeMs = 24 * 60 * 60 * 1000;

/** Notes files that an act took and that stay where they are: the sweep leaves them for a day. `keys` yields `key`. */
export async function noteLeftFiles(ctx: Context, keys: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into left_file (file_key, left_at) select distinct key, ${ctx.now.toISOString()}::timestamptz from (${keys}) taken
    on conflict (file_key) do update set left_at = excluded.left_at`.execute(ctx.db);
}

/** The condition that a file was left where it is, and is kept. */
export const isLeftFile = (key: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from left_file l where l.file_key = ${key})`;

/** Those of the given keys that were left where they are, and are kept. */
export async function listLeftFiles(ctx: Context, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as given (key) where ${isLeftFile(sql`key`)}`.execute(ctx.db);
  return rows.map(({ key }) => key);
}

/** Forgets files to which records refer again. `keys` yields `key`. */
export async function forgetReturnedFiles(ctx: Context, keys: RawBuilder<unknown>): Promise<void> {
  await sql`delete from left_file using (${keys}) back where left_file.file_key = back.key`.execute(ctx.db);
}

/** The files below some prefixes that acts left where they are, for a `FileCheck`. */
export const leftFileKeys = (prefixes: readonly string[]) => sql<{ key: string; record: string; size: number | null }>`
  select l.file_key as key, 'left file' as record, null::bigint as size
  from left_file l join unnest(${prefixes}::text[]) as below (prefix) on starts_with(l.file_key, below.prefix)`;
