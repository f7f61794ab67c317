import { sql } from 'kysely';
import type pg from 'pg';
import { queriesOn } from '../backup/installation.ts';
import { features } from '../features.ts';

interface StoredFile {
  key: string;
  size: number;
  sha256: string;
}

// Files whose records are looked up by one statement.
const together = 5000;

/** The list of the stored files, with the record that each belongs to, as the connection's transaction sees them. */
export async function* fileLines(client: pg.Client, files: readonly StoredFile[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from('path,bytes,sha256,belongs_to\n');
  const checks = features.flatMap(({ fileChecks = [] }) => fileChecks);
  const named = sql.join(
    checks
      .flatMap(({ files: of, optional }) => [of, ...(optional ? [optional] : [])])
      .map((of) => sql`select key, record from (${of}) stored`),
    sql` union all `,
  );
  for (let from = 0; from < files.length; from += together) {
    const some = files.slice(from, from + together);
    const { rows } = await sql<{ key: string; record: string }>`
      select key, min(record) as record from (${named}) named where key = any(${some.map(({ key }) => key)}::text[])
      group by key`.execute(queriesOn(client));
    const records = new Map(rows.map(({ key, record }) => [key, record]));
    const lines = some.map(
      ({ key, size, sha256 }) => `files/${key},${size},${sha256},${cell(records.get(key) ?? '')}\n`,
    );
    yield Buffer.from(lines.join(''));
  }
}

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
