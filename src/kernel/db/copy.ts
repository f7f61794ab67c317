import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from './database.ts';

/** Lines in COPY's text format, in pieces of any size; see {@link copyCell} and {@link copyArray}. */
export class CopySource {
  readonly pieces: AsyncIterable<string>;
  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/**
 * Streams rows into a table with COPY, inside the caller's transaction. `into` is a table with its columns, such as
 * `import_row (import_idx, row_no, cells)`. Answers how many rows were stored.
 */
export async function copyInto(db: Database, into: string, pieces: AsyncIterable<string>): Promise<number> {
  const { numAffectedRows } = await db.executeQuery(
    CompiledQuery.raw(`copy ${into} from stdin`, [new CopySource(pieces)]),
  );
  return Number(numAffectedRows ?? 0);
}

/** Bounds the time something may wait for the database. */
export type Wait = <T>(act: () => Promise<T>) => Promise<T>;

/**
 * What the driver runs when a statement's only value is a {@link CopySource}. Only the database's time is bounded, piece by
 * piece: the pieces may come as slowly as somebody's upload does.
 */
export async function runCopy(
  client: pg.PoolClient,
  text: string,
  source: CopySource,
  wait: Wait,
): Promise<pg.QueryResult> {
  const stream = client.query(copyFrom(text));
  const done = finished(stream);
  // The failure is thrown below; without this it would count as unhandled while a piece is still being made.
  done.catch(() => undefined);
  try {
    for await (const piece of source.pieces) {
      if (!stream.write(piece)) await wait(() => Promise.race([once(stream, 'drain'), done]));
    }
  } catch (error) {
    stream.destroy();
    await wait(() => done).catch(() => undefined);
    throw error;
  }
  stream.end();
  await wait(() => done);
  return { command: 'INSERT', rowCount: stream.rowCount, oid: 0, rows: [], fields: [] };
}

const special = /[\\\n\r\t]/g;
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One value of a COPY line; null is PostgreSQL's null. */
export function copyCell(value: string | null): string {
  if (value === null) return '\\N';
  return value.replace(special, (character) => escapes[character] ?? character);
}

const needsEscape = /[\\"\n\r\t]/;

/** A text array as one value of a COPY line. */
export function copyArray(values: readonly (string | null)[]): string {
  // Most rows hold nothing to escape: looking once at the whole row is four times as fast as at each cell.
  if (!values.includes(null) && !needsEscape.test(values.join(' '))) return `{"${values.join('","')}"}`;
  return `{${values.map(arrayItem).join(',')}}`;
}

function arrayItem(value: string | null): string {
  if (value === null) return 'NULL';
  return needsEscape.test(value) ? `"${copyCell(value.replace(/[\\"]/g, '\\$&'))}"` : `"${value}"`;
}
