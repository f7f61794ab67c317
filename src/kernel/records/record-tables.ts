import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { DB } from '../db/schema.generated.ts';
import type { ActPart } from './undo.ts';

/**
 * The tables of a kind of record that is deleted with all that belongs to it. An act stores the rows it deletes, and its undo
 * inserts them again with their keys: one statement per table, for one record or for many.
 */
export interface RecordTables {
  /** Its entity in audit rows, and the column with the id used there. */
  entity: string;
  id: string;
  table: keyof DB;
  key: string;
  /** The tables whose rows go with a record, each after the one that its rows refer to. */
  parts: readonly PartTable[];
  /** Tables whose rows go for good, each with the reason. */
  lost?: Readonly<Partial<Record<keyof DB, string>>>;
  /** Columns of the record that are not stored: secrets, and what only holds while it exists. */
  without?: readonly string[];
  /** Columns of the record that refer to its parts, and are set after these. */
  after?: readonly string[];
  /** Rows that stay, but no longer refer to the record: a column that becomes null. */
  loosened?: readonly { table: keyof DB; key: string; column: string }[];
  /** Its stored files: from these columns of a table, as texts, and `record`, a query that yields `record` and `key`. */
  files?: readonly {
    table: keyof DB;
    columns: readonly string[];
    keys: (rows: RawBuilder<unknown>) => RawBuilder<unknown>;
  }[];
  /** What keeps a deleted record, whose row is `r`, from coming back, with a message that says so. */
  taken?: readonly { reason: string; when: RawBuilder<boolean> }[];
}

/** A table whose rows refer to a record, or to a row of another part, by a column that has the same name there. */
interface PartTable {
  table: keyof DB;
  column: string;
  /** The other part. */
  of?: keyof DB;
}

const regclass = (table: string) => sql`${table}::regclass`;

/**
 * Stores records that are about to be deleted with the act that deletes them, and deletes all that belongs to them. The
 * caller deletes the records themselves.
 */
export async function storeDeleted(
  db: Database,
  act: number,
  of: RecordTables,
  keys: readonly number[],
): Promise<void> {
  const { entity, table, key, id, parts, without = [], loosened = [] } = of;
  const chosen = sql`= any(${keys}::integer[])`;
  const [root, own] = [sql.table(table), sql.ref(`r.${key}`)];
  await sql`select from ${root} r where ${own} ${chosen} order by ${own} for update`.execute(db);
  const stored = sql`insert into act_part (act_idx, entity, record_id, part, rows)
    select ${act}::bigint, ${entity}, ${sql.ref(`r.${id}`)}::text`;
  await sql`
    ${stored}, ${table}, jsonb_build_array(to_jsonb(r) - ${await computedColumns(db, table)}::text[] - ${without}::text[])
    from ${root} r where ${own} ${chosen}`.execute(db);
  for (const one of loosened) {
    const row = sql`jsonb_build_object(${one.key}::text, ${sql.ref(`p.${one.key}`)}, ${one.column}::text, ${own})`;
    await sql`
      ${stored}, ${one.table}, jsonb_agg(${row}) from ${sql.table(one.table)} p join ${root} r on ${own} = ${sql.ref(`p.${one.column}`)}
      where ${own} ${chosen} group by ${sql.ref(`r.${id}`)}`.execute(db);
  }
  for (const part of parts.toReversed()) {
    // A row belongs to the record that it refers to, or that the row refers to which it refers to.
    const between = parts.find((other) => other.table === part.of);
    const [joined, column] = between
      ? [
          sql`using ${sql.table(between.table)} up where ${sql.ref(`up.${part.column}`)} = ${sql.ref(`p.${part.column}`)} and`,
          sql.ref(`up.${between.column}`),
        ]
      : [sql`where`, sql.ref(`p.${part.column}`)];
    await sql`
      with gone as (
        delete from ${sql.table(part.table)} p ${joined} ${column} ${chosen}
        returning ${column} as owner, to_jsonb(p) - ${await computedColumns(db, part.table)}::text[] as stored
      )
      ${stored}, ${part.table}, jsonb_agg(gone.stored) from gone join ${root} r on ${own} = gone.owner
      group by ${sql.ref(`r.${id}`)}`.execute(db);
  }
}

/** Inserts records that an act deleted, with all that was stored with them. `given` are columns that were not stored. */
export async function insertStored(
  db: Database,
  part: ActPart,
  of: RecordTables,
  given: Readonly<Record<string, RawBuilder<unknown>>> = {},
): Promise<void> {
  const { table, key, parts, after = [], loosened = [] } = of;
  await insertRows(db, part, of, { table, apart: [...after, ...Object.keys(given)], given });
  for (const one of parts) await insertRows(db, part, of, { table: one.table });
  if (after.length > 0) {
    const set = sql.join(after.map((column) => sql`${sql.ref(column)} = ${sql.ref(`r.${column}`)}`));
    const rows = storedRows(part, of, table);
    await sql`
      update ${sql.table(table)} t set ${set} from ${rows} r where ${sql.ref(`t.${key}`)} = ${sql.ref(`r.${key}`)}`.execute(
      db,
    );
  }
  for (const one of loosened) {
    const [own, column] = [sql.ref(`t.${one.key}`), sql.ref(one.column)];
    await sql`
      update ${sql.table(one.table)} t set ${column} = ${sql.ref(`r.${one.column}`)}
      from ${storedRows(part, of, one.table)} r
      where ${own} = ${sql.ref(`r.${one.key}`)} and t.${column} is null`.execute(db);
  }
}

async function insertRows(
  db: Database,
  part: ActPart,
  of: RecordTables,
  {
    table,
    apart = [],
    given = {},
  }: { table: keyof DB; apart?: readonly string[]; given?: Readonly<Record<string, RawBuilder<unknown>>> },
): Promise<void> {
  const columns = (await storedColumns(db, part, of, table)).filter((column) => !apart.includes(column));
  if (columns.length === 0) return;
  const names = sql.join([...columns, ...Object.keys(given)].map((column) => sql.ref(column)));
  const values = sql.join([...columns.map((column) => sql.ref(`r.${column}`)), ...Object.values(given)]);
  await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${values} from ${storedRows(part, of, table)} r`.execute(db);
}

/** The condition that something stored (`d`) is of a table of these records of an act. */
const isStored = ({ of: act, only }: ActPart, { entity }: RecordTables, table: string) => sql`
  d.act_idx = ${act}::bigint and d.entity = ${entity} and d.part = ${table}
  ${only ? sql`and d.record_id = any(${only}::text[])` : sql``}`;

/** The rows of a table that were stored for these records of an act, with the id of each in `record`. */
export const storedRows = (part: ActPart, of: RecordTables, table: keyof DB): RawBuilder<unknown> => sql`(
  select d.record_id as record, stored.*
  from act_part d, jsonb_populate_recordset(null::${sql.table(table)}, d.rows) stored where ${isStored(part, of, table)})`;

/** Columns of the rows of a table that were stored, as texts, with the id of each record: cheaper than whole rows. */
export const storedTexts = (part: ActPart, of: RecordTables, table: string, columns: readonly string[]) => sql`(
  select d.record_id as record, ${sql.join(columns.map((column) => sql`row ->> ${sql.lit(column)} as ${sql.ref(column)}`))}
  from act_part d, jsonb_array_elements(d.rows) row where ${isStored(part, of, table)})`;

/** The columns of a table that have a value of their own. */
const ownColumns = (table: string) => sql`
  select attname::text as name from pg_attribute
  where attrelid = ${regclass(table)} and attnum > 0 and not attisdropped and attgenerated = ''`;

async function computedColumns(db: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute where attrelid = ${regclass(table)} and attgenerated <> ''`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** The columns that were stored and that the table still has; a column added since gets its default. None without rows. */
async function storedColumns(db: Database, part: ActPart, of: RecordTables, table: keyof DB): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with first as (select d.rows -> 0 as row from act_part d where ${isStored(part, of, table)} limit 1)
    select own.name from (${ownColumns(table)}) own, first where first.row ? own.name`.execute(db);
  return rows.map(({ name }) => name);
}
