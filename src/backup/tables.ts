import { createHash } from 'node:crypto';
import { PassThrough, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { BackupLocation } from './location.ts';
import { readPart, type TableEntry, tablePart } from './manifest.ts';

/** A table and what is backed up of it: every stored column and, for jobs, only those still to be done. */
type Source = Pick<TableEntry, 'name' | 'columns'> & { key: string[]; only: string };

/** The tables of a database, ordered by name, except those that track migrations. */
export async function findTables(client: pg.ClientBase): Promise<Source[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] | null }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
           array(select quote_ident(attname) from pg_attribute
                 where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
           (select array_agg(quote_ident(attname) || case when attcollation > 0 then ' collate "C"' else '' end order by place)
            from pg_index i, unnest(i.indkey) with ordinality as of_key (attnum, place)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = of_key.attnum
            where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname = 'public' and c.relname not in ('migration', 'migration_lock')
           or n.nspname = 'pgboss' and c.relname in ('queue', 'job'))
    order by name`);
  return rows.map(({ name, columns, key }) => ({
    name,
    columns,
    key: key ?? columns,
    only: name === 'pgboss.job' ? "where state < 'completed'" : '',
  }));
}

const queryOf = ({ name, columns, key, only }: Source) =>
  `copy (select ${columns.join(', ')} from ${name} ${only} order by ${key.join(', ')}) to stdout`;

/** Makes a table's lines identical on every server, until the end of the transaction. */
export const sameEverywhere = `
  set local statement_timeout = 0; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`;

/** Counts the lines that pass through, and computes their checksum. */
function summing() {
  const hash = createHash('sha256');
  let rows = 0;
  const through = new PassThrough();
  through.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1;
  });
  return { through, sum: () => ({ rows, sha256: hash.digest('hex') }) };
}

/** Writes a table to the backup, as seen by the connection's transaction. */
export async function dumpTable(client: pg.ClientBase, source: Source, location: BackupLocation): Promise<TableEntry> {
  const { through, sum } = summing();
  const packed = createGzip({ level: 4 });
  await Promise.all([
    pipeline(client.query(copyTo(queryOf(source))), through, packed),
    location.put(tablePart(source.name), packed),
  ]);
  return { name: source.name, columns: source.columns, ...sum() };
}

/** Loads a table from the backup. */
export async function loadTable(
  client: pg.ClientBase,
  { name, columns }: TableEntry,
  location: BackupLocation,
): Promise<void> {
  // First: a statement that waits for what does not come would end the process together with its connection.
  const source = await location.open(tablePart(name));
  const into = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`));
  await pipeline(source, createGunzip(), into);
}

/** The row count and checksum of a table's current lines in the database. */
export async function sumTable(client: pg.ClientBase, source: Source): Promise<{ rows: number; sha256: string }> {
  const { through, sum } = summing();
  await pipeline(client.query(copyTo(queryOf(source))), through, nowhere());
  return sum();
}

/** Whether a table's lines in the backup are those that were written. */
export async function isWhole({ name, sha256 }: TableEntry, location: BackupLocation): Promise<boolean> {
  const found = await readPart(location, tablePart(name), async (source) => {
    const { through, sum } = summing();
    await pipeline(source, createGunzip(), through, nowhere());
    return sum();
  });
  return found?.sha256 === sha256;
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
