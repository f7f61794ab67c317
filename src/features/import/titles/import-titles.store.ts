import { type RawBuilder, sql } from 'kysely';
import { bookFields } from '#features/book/book-fields.public.ts';
import type { Database } from '#kernel/db/database.ts';
import { type TitleTwins, twinKinds } from '../rules/missing-titles.rules.ts';

/** Spellings of a title, and the one that replaces them. */
export interface TitleMerge {
  kind: TitleTwins['kind'];
  from: string[];
  to: string;
}

const columns = twinKinds.map((kind) => ({ kind, column: bookFields.findIndex(({ name }) => name === kind) + 1 }));

/** Merges titles in all rows of an import at once; returns how many rows have changed. */
export async function mergeTitles(db: Database, importIdx: number, merges: readonly TitleMerge[]): Promise<number> {
  const given = merges.flatMap(({ kind, from, to }) => from.map((one) => ({ kind, one, other: to })));
  const each = (part: (kind: RawBuilder<unknown>, cell: RawBuilder<unknown>) => RawBuilder<unknown>, between: string) =>
    sql.join(
      columns.map(({ kind, column }) => part(sql.ref(`of_${kind}`), sql.raw(`cells[${column}]`))),
      sql.raw(between),
    );
  const result = await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (kind text, one text, other text)
    ),
    merged as (
      select row_no, ${sql.join(columns.map(({ kind }) => sql`${sql.ref(`of_${kind}`)}.other as ${sql.ref(`of_${kind}`)}`))}
      from import_row r
      ${sql.join(
        columns.map(({ kind, column }) => {
          const alias = sql.ref(`of_${kind}`);
          return sql`left join given ${alias} on ${alias}.kind = ${kind} and ${alias}.one = r.${sql.raw(`cells[${column}]`)}`;
        }),
        sql.raw(' '),
      )}
      where r.import_idx = ${importIdx}
    )
    update import_row r set ${each((to, cell) => sql`${cell} = coalesce(m.${to}, r.${cell})`, ', ')}
    from merged m
    where r.import_idx = ${importIdx} and r.row_no = m.row_no and (${each((to) => sql`m.${to} is not null`, ' or ')})`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0);
}
