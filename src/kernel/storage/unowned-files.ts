import { sql } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import type { Context } from '../work/context.ts';
import { systemCaller, type UnitOfWork } from '../work/unit-of-work.ts';
import { type FileOwners, lockFilesForSweep, type UnownedFiles } from './file-owners.ts';
import { unreferencedLifetimeMs } from './left-files.ts';

/** Those in a table, by these columns. */
export const unownedIn = (table: keyof DB, key: string, since: string): UnownedFiles => ({
  rows: sql`select ${sql.ref(key)} as key, ${sql.ref(since)} as since from ${sql.table(table)}`,
  forget: ({ db }, keys) =>
    sql`delete from ${sql.table(table)} where ${sql.ref(key)} = any(${keys}::text[])`.execute(db),
});

// What one transaction looks at: others wait for it.
const pieceSize = 1000;

/** Forgets files that were kept for a day, unless a set of changes will give them to a record. */
export async function forgetUnowned(
  { work, files }: { work: UnitOfWork; files: FileOwners },
  signal?: AbortSignal,
): Promise<void> {
  for (const some of files.unowned)
    for (let last: string | undefined = ''; last !== undefined; ) {
      const after: string = last;
      signal?.throwIfAborted();
      last = await work.write(systemCaller('sweep'), (ctx) => forgetPiece(ctx, files, some, after));
    }
}

/** Looks at the next ones, and returns the last of them; undefined if there are no more. */
async function forgetPiece(ctx: Context, files: FileOwners, { rows, forget }: UnownedFiles, after: string) {
  await lockFilesForSweep(ctx);
  const dayAgo = new Date(ctx.now.getTime() - unreferencedLifetimeMs).toISOString();
  const { rows: found } = await sql<{ key: string }>`
    select key from (${rows}) unowned where since < ${dayAgo}::timestamptz and key > ${after}
    order by key limit ${sql.lit(pieceSize)}`.execute(ctx.db);
  const keys = found.map(({ key }) => key);
  const awaited = new Set(await files.awaited(ctx, keys));
  await forget(
    ctx,
    keys.filter((key) => !awaited.has(key)),
  );
  return keys.length < pieceSize ? undefined : keys.at(-1);
}
