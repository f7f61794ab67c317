import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';

// A guess is worth no more waiting than this. Milliseconds.
const patience = 250;
// The part of a text's trigrams that a run of words must have. With one wrong letter in a word of six it is 0.5 or more.
const least = 0.5;
const timedOut = '57014';

/** How near some words of a folded column come to a text with slips in it: 1 is as near as can be. */
export const nearness = (column: RawBuilder<string>, text: string): RawBuilder<number> =>
  sql`word_similarity(strip(${text}), ${column})`;

/** The condition that some words of a folded column come near a text; a trigram index on the column serves it. */
export const isNear = (column: RawBuilder<string>, text: string): RawBuilder<boolean> =>
  sql`strip(${text}) <% ${column}`;

/** Runs a statement that looks for what {@link isNear}. It finds nothing if that takes long. */
export async function findNear<Row>(db: Database, statement: RawBuilder<Row>): Promise<Row[]> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${String(patience)}, true),
        set_config('pg_trgm.word_similarity_threshold', ${String(least)}, true)`.execute(trx);
      return (await statement.execute(trx)).rows;
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === timedOut) return [];
    throw error;
  }
}
