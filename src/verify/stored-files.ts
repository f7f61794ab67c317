import { type Kysely, sql } from 'kysely';
import { leftFileKeys } from '#kernel/storage/left-files.ts';
import type { ListedObject, Storage } from '#kernel/storage/storage.ts';
import type { Difference, FileCheck } from '#kernel/work/data-check.ts';
import { inSnapshot } from './snapshot.ts';

/** `size` is null if it is not known; a file that is not `needed` may be missing. */
type StoredFile = { key: string; record: string; size: number | null; needed: boolean };

/** How many differences are told; all are counted. */
export const shown = 20;

// Rows in memory at a time.
const batch = 5000;

// The nightly sweep removes files that are a day old.
const unsweptMs = 3 * 24 * 60 * 60 * 1000;

/**
 * Compares the files that rows name with those of the storage, both in the order of their keys. A file that seems to be
 * missing is looked up again, for its record may have been removed meanwhile.
 */
export async function differingFiles(
  db: Kysely<unknown>,
  storage: Storage,
  check: FileCheck,
): Promise<{ count: number; some: Difference[] }> {
  const stored = listed(storage, check.prefixes);
  const suspects: (Difference & { key: string })[] = [];
  let count = 0;
  const note = (key: string, difference: Difference) => {
    count += 1;
    if (suspects.length < batch) suspects.push({ key, ...difference });
  };
  const before = Date.now() - unsweptMs;
  await inSnapshot(db, async (trx) => {
    let object = await stored.next();
    const pass = ({ key, size, modifiedAt }: ListedObject) => {
      if (modifiedAt.getTime() < before)
        note(key, { record: key, stored: `${size} bytes`, expected: 'no file: no row refers to it' });
    };
    for await (const { key, record, size, needed } of named(trx, check)) {
      for (; !object.done && object.value.key < key; object = await stored.next()) pass(object.value);
      const found = object.done || object.value.key !== key ? undefined : object.value;
      const name = `${record}: ${key}`;
      if (!found && needed) note(key, { record: name, stored: 'no file', expected: 'a file' });
      if (found && size !== null && found.size !== size)
        note(key, { record: name, stored: `${found.size} bytes`, expected: `${size} bytes` });
      if (found) object = await stored.next();
    }
    for (; !object.done; object = await stored.next()) pass(object.value);
  });
  const some: Difference[] = [];
  const now = await filesNow(db, check, suspects);
  for (const { key, ...difference } of suspects) {
    const found = await storage.stat(key);
    const row = now.get(key);
    const isSettled = found ? row !== undefined && (row.size ?? found.size) === found.size : !row?.needed;
    if (isSettled) count -= 1;
    else if (some.length < shown) some.push(difference);
  }
  return { count, some };
}

async function* listed(storage: Storage, prefixes: readonly string[]): AsyncGenerator<ListedObject, undefined> {
  for (const prefix of prefixes.toSorted()) yield* storage.list(prefix);
}

/** The files that rows name, in the order of their keys, read by a cursor. */
async function* named(trx: Kysely<unknown>, check: FileCheck): AsyncGenerator<StoredFile> {
  await sql`declare named no scroll cursor for
    select key, min(record) as record, min(size)::float8 as size, bool_or(needed) as needed from (${allOf(check)}) files
    where key is not null group by key order by key collate "C"`.execute(trx);
  for (;;) {
    const { rows } = await sql<StoredFile>`fetch ${sql.lit(batch)} from named`.execute(trx);
    yield* rows;
    if (rows.length < batch) break;
  }
  await sql`close named`.execute(trx);
}

/** Those of these files that rows name by now. */
async function filesNow(db: Kysely<unknown>, check: FileCheck, suspects: readonly { key: string }[]) {
  const keys = suspects.map(({ key }) => key);
  const { rows } = await sql<StoredFile>`
    select key, min(size)::float8 as size, bool_or(needed) as needed from (${allOf(check)}) files
    where key = any(${keys}::text[]) group by key`.execute(db);
  return new Map(rows.map((row) => [row.key, row]));
}

const allOf = ({ files, optional, prefixes }: FileCheck) => sql`
  select *, true as needed from (${files}) needed
  union all select *, false from (${leftFileKeys(prefixes)}) left_file
  ${optional ? sql`union all select *, false from (${optional}) kept` : sql``}`;
