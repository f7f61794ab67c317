import { type RawBuilder, sql } from 'kysely';
import { type FileOwners, lockFilesAgainstSweep } from '../storage/file-owners.ts';
import { fewFiles } from '../storage/leave-files.ts';
import { forgetReturnedFiles, isLeftFile, noteLeftFiles, unreferencedLifetimeMs } from '../storage/left-files.ts';
import { fileGone, listStored, putBack, setAside } from '../storage/set-aside.ts';
import type { Storage } from '../storage/storage.ts';
import type { Context } from '../work/context.ts';
import { getAct } from './acts.ts';
import { type RecordTables, storedTexts } from './record-tables.ts';
import type { ActPart } from './undo.ts';

/** The files of records that an act deleted: yields `record` and `key`. */
function filesOf(part: ActPart, of: RecordTables): RawBuilder<unknown> | undefined {
  const { files = [] } = of;
  if (files.length === 0) return undefined;
  const keys = files.map(
    (one) => sql`select record, key from (${one.keys(storedTexts(part, of, one.table, one.columns))}) stored`,
  );
  return sql`select record, key from (${sql.join(keys, sql` union all `)}) files where key is not null`;
}

/** Takes the files of deleted records from their addresses, and keeps them for a day; many stay where they are for that day. */
export async function takeFilesAway(
  ctx: Context,
  { storage, files }: { storage: Storage; files: FileOwners },
  part: ActPart,
  of: RecordTables,
): Promise<void> {
  const all = filesOf(part, of);
  if (!all) return;
  const { rows } = await sql<{ key: string }>`select key from (${all}) f limit ${sql.lit(fewFiles + 1)}`.execute(
    ctx.db,
  );
  const keys = rows.map(({ key }) => key);
  if (keys.length > fewFiles) await noteLeftFiles(ctx, all);
  else await setAside(ctx, storage, keys, (later, some) => files.referencedAmong(later, some));
}

/** The files of deleted records that were set aside, and those of which nothing is known any more. */
async function listAside(ctx: Context, part: ActPart, of: RecordTables): Promise<{ record: string; key: string }[]> {
  const all = filesOf(part, of);
  if (!all) return [];
  const { rows } = await sql<{ record: string; key: string }>`
    select record, key from (${all}) f where not ${isLeftFile(sql`f.key`)}`.execute(ctx.db);
  return rows;
}

/** The deleted records of which a file is not kept any more. */
export async function listWithoutFiles(
  ctx: Context,
  storage: Storage,
  part: ActPart,
  of: RecordTables,
): Promise<Set<string>> {
  const aside = await listAside(ctx, part, of);
  if (aside.length === 0) return new Set();
  const { at } = await getAct(ctx, part.of);
  const isOver = ctx.now.getTime() - at * 1000 > unreferencedLifetimeMs;
  const kept = isOver ? new Set() : new Set(await listStored(storage, [...new Set(aside.map(({ key }) => key))]));
  return new Set(aside.filter(({ key }) => !kept.has(key)).map(({ record }) => record));
}

/** Puts the files of deleted records back to their addresses, before their rows come back. */
export async function putFilesBack(ctx: Context, storage: Storage, part: ActPart, of: RecordTables): Promise<void> {
  const all = filesOf(part, of);
  if (!all) return;
  // What is noted by now stays noted, and where it is, until the transaction ends.
  await lockFilesAgainstSweep(ctx);
  const keys = [...new Set((await listAside(ctx, part, of)).map(({ key }) => key))];
  if ((await putBack(ctx, storage, keys)).length < keys.length) throw fileGone();
  await forgetReturnedFiles(ctx, all);
}
