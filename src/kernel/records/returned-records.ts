import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { commonMessages } from '../messages/common.messages.ts';
import type { Storage } from '../storage/storage.ts';
import type { Context } from '../work/context.ts';
import { insertStored, type RecordTables, storedRows } from './record-tables.ts';
import { listWithoutFiles, putFilesBack } from './record-tables-files.ts';
import { shortWork } from './selection.ts';
import { type ActPart, isUndoneAlone } from './undo.ts';
import type { Insertion } from './undoable.ts';

/** A deleted record that cannot come back, and the message that says why. */
interface Unreturnable {
  id: string;
  reason: string;
}

/** The records of an act that cannot come back, each with one reason. */
export async function listUnreturnable(
  ctx: Context,
  storage: Storage,
  part: ActPart,
  of: RecordTables,
): Promise<Unreturnable[]> {
  const { rows } = await sql<Unreturnable>`
    select distinct on (id) id, reason from (${await obstacles(ctx.db, part, of)}) found order by id, nth`.execute(
    ctx.db,
  );
  const without = await listWithoutFiles(ctx, storage, part, of);
  for (const { id } of rows) without.delete(id);
  return [...rows, ...[...without].map((id) => ({ id, reason: 'undo.kept_files_gone' }))];
}

/** Inserts records that an act deleted, with all that belongs to them and their files at their addresses. */
export async function returnRecords(
  ctx: Context,
  storage: Storage,
  part: ActPart,
  of: RecordTables,
  given?: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<void> {
  await putFilesBack(ctx, storage, part, of);
  await insertStored(ctx.db, part, of, given);
}

/** How a deleted record of several tables comes back: `insert` returns it and tells so. Refused if it cannot. */
export const recordReturn = (storage: Storage, of: RecordTables, insert: Insertion['insert']): Insertion => ({
  insert,
  require: async (ctx, id, act) => {
    const [first] = await listUnreturnable(ctx, storage, { of: act, only: [id] }, of);
    if (first) throw commonMessages.error(409, 'undo.no_return', { reason: ctx.text(first.reason) });
  },
});

/** The records that an act deleted and stored, but for those that came back alone. */
const storedRecords = ({ of: act, only }: ActPart, { entity, table }: RecordTables) => sql`
  act_part d where d.act_idx = ${act}::bigint and d.entity = ${entity} and d.part = ${table}
    ${only ? sql`and d.record_id = any(${only}::text[])` : sql``}
    and not ${isUndoneAlone(sql`d.entity`, sql`d.record_id`, sql`d.act_idx`)}`;

export async function countStored(db: Database, part: ActPart, of: RecordTables): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from ${storedRecords(part, of)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The ids of the records that an act stored, as many at a time as an act on many takes. */
export async function* storedPieces(db: Database, part: ActPart, of: RecordTables): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: string }>`
      select d.record_id as id from ${storedRecords(part, of)} and d.record_id > ${last}
      order by d.record_id limit ${sql.lit(shortWork)}`.execute(db);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) yield ids;
    if (ids.length < shortWork) return;
    last = ids.at(-1) ?? '';
  }
}

/** Refuses to bring back what acts of earlier releases deleted without storing it. */
export async function requireRows({ db }: Context, act: number): Promise<void> {
  const { rows } = await sql`select from act_part where act_idx = ${act}::bigint limit 1`.execute(db);
  if (rows.length === 0) throw commonMessages.error(409, 'undo.impossible');
}

/** What somebody else has by now, and what is gone that the rows refer to: yields `id`, `reason` and `nth`. */
async function obstacles(db: Database, part: ActPart, of: RecordTables): Promise<RawBuilder<unknown>> {
  const { table, taken = [] } = of;
  const found = taken.map(
    ({ reason, when }, nth) => sql`
      select r.record as id, ${reason}::text as reason, ${sql.lit(nth)} as nth from ${storedRows(part, of, table)} r where ${when}`,
  );
  const gone = (await listOuterReferences(db, of)).map(({ child, parent, columns, keys }) => {
    const own = columns.map((column) => sql.ref(`r.${column}`));
    const same = own.map((column, nth) => sql`${sql.ref(`p.${keys[nth] ?? ''}`)} = ${column}`);
    return sql`
      select r.record, 'undo.kept_needs', ${sql.lit(taken.length)} from ${storedRows(part, of, child)} r
      where ${sql.join(
        own.map((column) => sql`${column} is not null`),
        sql` and `,
      )}
        and not exists (select from ${sql.table(parent)} p where ${sql.join(same, sql` and `)})`;
  });
  const nothing = sql`select null::text as id, null::text as reason, 0 as nth where false`;
  return sql.join([nothing, ...found, ...gone], sql` union all `);
}

interface OuterReference {
  child: RecordTables['table'];
  parent: string;
  columns: string[];
  keys: string[];
}

/** What the rows of these tables refer to in others. */
async function listOuterReferences(db: Database, { table, parts }: RecordTables): Promise<OuterReference[]> {
  const tables = [table, ...parts.map((part) => part.table)];
  const { rows } = await sql<OuterReference>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent,
      array(select attname::text from unnest(conkey) with ordinality key (num, nth)
        join pg_attribute on attrelid = conrelid and attnum = num order by nth) as columns,
      array(select attname::text from unnest(confkey) with ordinality key (num, nth)
        join pg_attribute on attrelid = confrelid and attnum = num order by nth) as keys
    from pg_constraint
    where contype = 'f' and conrelid = any(${tables}::text[]::regclass[])
      and not confrelid = any(${tables}::text[]::regclass[])`.execute(db);
  return rows;
}
