import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import type { DB } from '#kernel/db/schema.generated.ts';

/** Where the records of a kind are: the column of the id in addresses, and that of the key that a record keeps for good. */
interface SubjectTable {
  table: keyof DB;
  id: string;
  key: string;
}

const numbered = (table: keyof DB, key: string): SubjectTable => ({ table, id: key, key });

/**
 * The kinds of records that are written about. A thread is stored with the key: a book that an undo brings back has its
 * threads again, and a new one with a bid that was free again has none.
 */
const subjects: ReadonlyMap<string, SubjectTable> = new Map([
  ['book', { table: 'book', id: 'bid', key: 'bidx' }],
  ['collection', { table: 'collection', id: 'cid', key: 'cidx' }],
  ['series', numbered('series', 'ser_idx')],
  ['customer', numbered('customer', 'cust_idx')],
  ['code_batch', numbered('code_batch', 'cg_idx')],
  ['event', numbered('event', 'event_idx')],
  ['release', numbered('release', 'rel_idx')],
  ['reservation', numbered('reservation', 'res_idx')],
  ['roadmap', numbered('age_group', 'grp_idx')],
  ['approval', numbered('approval', 'appr_idx')],
]);

/** The kinds of records that have threads. */
export const subjectKinds = [...subjects.keys()];

/** Where the records of a kind are. */
export const subjectTable = (kind: string): SubjectTable | undefined => subjects.get(kind);

/** The key of a record; undefined if there is none. It is not deleted until the transaction ends. */
export async function lockSubject(db: Database, kind: string, id: string): Promise<string | undefined> {
  const of = subjects.get(kind);
  if (!of) return undefined;
  const { rows } = await sql<{ key: string }>`
    select ${sql.ref(of.key)}::text as key from ${sql.table(of.table)}
    where ${isKey(of, id)} for key share`.execute(db);
  return rows[0]?.key;
}

/** Whether the record of a row of `thread`, by this name, is there. */
export const recordIsThere = (thread: string): RawBuilder<boolean> => {
  const key = sql.ref(`${thread}.record_key`);
  const kinds = [...subjects].map(
    ([kind, of]) => sql`
    when ${sql.lit(kind)} then exists (select from ${sql.table(of.table)} where ${sql.ref(`${of.table}.${of.key}`)} = ${key}::integer)`,
  );
  return sql<boolean>`case ${sql.ref(`${thread}.kind`)} ${sql.join(kinds, sql` `)} else false end`;
};

/** The key of a record; undefined if there is none. */
export async function findSubject(db: Database, kind: string, id: string): Promise<string | undefined> {
  const of = subjects.get(kind);
  if (!of) return undefined;
  const { rows } = await sql<{ key: string }>`
    select ${sql.ref(of.key)}::text as key from ${sql.table(of.table)}
    where ${isKey(of, id)}`.execute(db);
  return rows[0]?.key;
}

const largest = 2_147_483_647;

/** So that the index of a number is used, and a text that is none finds nothing. */
function isKey({ table, id, key }: SubjectTable, given: string) {
  if (id !== key) return sql`${sql.ref(id)} = ${given}`;
  const number = /^\d{1,10}$/.test(given) ? Number(given) : 0;
  return sql`${sql.ref(`${table}.${key}`)} = ${number > largest ? 0 : number}`;
}

/** The ids of these records now, by key; those that are deleted are missing. */
export async function findIds(db: Database, kind: string, keys: readonly string[]): Promise<Map<string, string>> {
  const of = subjects.get(kind);
  if (!of || keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; id: string }>`
    select ${sql.ref(of.key)}::text as key, ${sql.ref(of.id)}::text as id from ${sql.table(of.table)}
    where ${sql.ref(of.key)} = any(${keys}::integer[])`.execute(db);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** A query of the `key` and the `id` of these records; undefined where there can be none. */
export function keysOf(kind: string, ids: readonly string[]): RawBuilder<{ key: string; id: string }> | undefined {
  const of = subjects.get(kind);
  const wanted = of && of.id === of.key ? ids.filter((id) => /^\d{1,9}$/.test(id)) : ids;
  if (!of || wanted.length === 0) return undefined;
  const list = of.id === of.key ? sql`${wanted}::integer[]` : sql`${wanted}::text[]`;
  return sql`
    select ${sql.ref(of.key)}::text as key, ${sql.ref(of.id)}::text as id from ${sql.table(of.table)}
    where ${sql.ref(of.id)} = any(${list})`;
}
