import { type RawBuilder, sql } from 'kysely';
import { sqlText } from '#kernel/db/sql-text.ts';

/** The fields of one kind of record, each as SQL of its value. */
export type Fields = Readonly<Record<string, RawBuilder<unknown>>>;

/** A JSON object of these fields, in order. */
export const jsonOf = (fields: Fields): RawBuilder<unknown> => sql`(
  select row_to_json(one) from (select ${columnsOf(fields)}) one)`;

const columnsOf = (fields: Fields) =>
  sql.join(
    Object.entries(fields).map(([name, value]) => sql`${value} as ${sql.ref(name)}`),
    sql`, `,
  );

/**
 * Builds the JSON objects of one kind of record: of all its fields, or the requested ones plus its `id`. The SQL of the
 * fields has no values and is built once for the addresses that it is given.
 */
export function rowsOf<At extends object>(id: string, fieldsOf: (at: At) => Fields) {
  const built = new WeakMap<At, ReadonlyMap<string, string>>();
  const columnsAt = (at: At) => {
    const columns = built.get(at) ?? textsOf(fieldsOf(at));
    built.set(at, columns);
    return columns;
  };
  return (at: At, wanted?: readonly string[]): RawBuilder<unknown> => {
    const columns = [...columnsAt(at)].filter(([name]) => !wanted || name === id || wanted.includes(name));
    return sql.raw(`(select row_to_json(one) from (select ${columns.map(([, column]) => column).join(', ')}) one)`);
  };
}

const textsOf = (fields: Fields) =>
  new Map(Object.entries(fields).map(([name, value]) => [name, sqlText(columnsOf({ [name]: value }))]));

/** A JSON array of such objects, for the rows of a `from` clause. */
export const listOf = (
  fields: Fields,
  { from, order }: { from: RawBuilder<unknown>; order: RawBuilder<unknown> },
): RawBuilder<unknown> => sql`(select coalesce(json_agg(${jsonOf(fields)} order by ${order}), '[]') from ${from})`;
