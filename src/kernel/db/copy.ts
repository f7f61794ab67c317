import { CompiledQuery } from 'kysely';
import { CopySource } from './copy-source.ts';
import type { Database } from './database.ts';
import { sentAs } from './sending.ts';

/**
 * Streams rows into a table with COPY in the caller's transaction. `into` is a table with its columns, such as
 * `import_row (import_idx, row_no, cells)`. Returns the number of rows stored.
 */
export async function copyInto(db: Database, into: string, pieces: AsyncIterable<string>): Promise<number> {
  const copy = new CopySource(pieces);
  const { numAffectedRows } = await db.executeQuery(sentAs(CompiledQuery.raw(`copy ${into} from stdin`), { copy }));
  return Number(numAffectedRows ?? 0);
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
  // Concatenating is faster than joining the values (by half), or checking the whole row first.
  let items = '';
  for (let index = 0; index < values.length; index++) {
    items += index === 0 ? arrayItem(values[index]) : `,${arrayItem(values[index])}`;
  }
  return `{${items}}`;
}

function arrayItem(value: string | null | undefined): string {
  if (value === '') return '""';
  if (value === null || value === undefined) return 'NULL';
  return needsEscape.test(value) ? `"${copyCell(value.replace(/[\\"]/g, '\\$&'))}"` : `"${value}"`;
}
