import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#kernel/messages/errors.ts';

/** The rows of a list: `key`, the text they are ordered by, and `row`, their JSON, in order. */
interface KeyedRows {
  /** Takes the maximum number of rows to read. */
  rows: (limit: RawBuilder<unknown>) => RawBuilder<unknown>;
  limit: number;
}

/**
 * The JSON text of a page, as the statement of a document: its rows and the cursor of the next page, null at the end.
 * One extra row is read to know whether there is a next page.
 */
export const pageText = ({ rows, limit }: KeyedRows): RawBuilder<unknown> => sql`
  with found as materialized (select *, row_number() over () as nth from (${rows(sql.lit(limit + 1))}) keyed)
  select concat('{"results":', coalesce((select json_agg(row order by nth) from found where nth <= ${sql.lit(limit)}), '[]'),
    ',"next":', coalesce((select to_json(${cursorOf})::text from found
      where nth = ${sql.lit(limit)} and exists (select from found where nth > ${sql.lit(limit)})), 'null'), '}') as body`;

/** The JSON text of one record, as the statement of a document; `rows` returns its JSON as `row`, or no row. */
export const recordText = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select concat('{"results":', row, '}') as body from (${rows}) one`;

// Base64 for URLs: cursors are opaque and only sent back.
const cursorOf = sql`rtrim(translate(encode(convert_to(key, 'UTF8'), 'base64'), E'+/\n', '-_'), '=')`;

/** The parts of the key to continue after; undefined at the start of a list. 400 for a cursor of another list. */
export function readCursor(after: string | undefined, form: RegExp): readonly string[] | undefined {
  if (after === undefined) return undefined;
  const [, ...parts] = form.exec(Buffer.from(after, 'base64url').toString()) ?? [];
  if (parts.length === 0) throw new AppError(400, 'invalid.format', undefined, { field: 'after' });
  return parts;
}
