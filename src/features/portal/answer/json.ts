import { type RawBuilder, sql } from 'kysely';

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

/** The requested fields, plus those that are always included. */
export function chosen(fields: Fields, wanted: readonly string[] | undefined, always: readonly string[]): Fields {
  if (!wanted) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => wanted.includes(name) || always.includes(name)));
}

/** A JSON array of such objects, for the rows of a `from` clause. */
export const listOf = (
  fields: Fields,
  { from, order }: { from: RawBuilder<unknown>; order: RawBuilder<unknown> },
): RawBuilder<unknown> => sql`(select coalesce(json_agg(${jsonOf(fields)} order by ${order}), '[]') from ${from})`;
