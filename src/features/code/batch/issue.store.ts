import { sql } from 'kysely';
import { copyInto } from '#kernel/db/copy.ts';
import type { Database } from '#kernel/db/database.ts';
import { type DrawCodes, drawCodes } from './draw-codes.ts';

/** What the codes of a batch are issued with: seconds, and days. */
interface Issued {
  cg_idx: number;
  issued_at: number;
  valid_from: number;
  valid_until: number;
  length: number;
}

// How many codes one statement stores. Between two the work can be cancelled.
const chunk = 20_000;
// How often codes are drawn again that exist already: with 31^12 of them even once is improbable.
const redrawn = 50;

/**
 * Issues codes into a batch, in the caller's transaction. `tell` hears how many there are and throws to stop. Throws if
 * the codes that can be drawn are used up.
 */
export async function issueCodes(
  db: Database,
  batch: Issued,
  count: number,
  { tell = () => undefined, draw = drawCodes }: { tell?: (done: number) => void; draw?: DrawCodes } = {},
): Promise<void> {
  for (let done = 0; done < count; done += chunk) {
    tell(done);
    await issueChunk(db, batch, Math.min(chunk, count - done), draw);
  }
  tell(count);
}

// COPY is by far the fastest, but stops at the first code that exists: the chunk is then stored code by code.
async function issueChunk(db: Database, batch: Issued, count: number, draw: DrawCodes): Promise<void> {
  await sql`savepoint chunk`.execute(db);
  try {
    await copyInto(db, columns, lines(batch, draw(count)));
  } catch (error) {
    if (!isTaken(error)) throw error;
    await sql`rollback to savepoint chunk`.execute(db);
    await insertUntaken(db, batch, count, draw);
  }
  await sql`release savepoint chunk`.execute(db);
}

const columns = 'code (code, cg_idx, issued_at, valid_from, valid_until, length)';

// One text of all lines would be 2 MB; in pieces memory stays flat.
const piece = 5000;

async function* lines(batch: Issued, codes: readonly string[]): AsyncGenerator<string> {
  const { cg_idx, issued_at, valid_from, valid_until, length } = batch;
  const rest = `\t${cg_idx}\t${issued_at}\t${valid_from}\t${valid_until}\t${length}\n`;
  for (let from = 0; from < codes.length; from += piece) {
    yield codes.slice(from, from + piece).join(rest) + rest;
  }
}

async function insertUntaken(db: Database, batch: Issued, count: number, draw: DrawCodes): Promise<void> {
  let missing = count;
  for (let round = 0; missing > 0 && round < redrawn; round++) {
    const { numAffectedRows } = await sql`
      insert into code (code, cg_idx, issued_at, valid_from, valid_until, length)
      select drawn, ${batch.cg_idx}, ${batch.issued_at}, ${batch.valid_from}, ${batch.valid_until}, ${batch.length}
      from (select distinct unnest(${draw(missing)}::text[]) as drawn) drawn
      on conflict do nothing`.execute(db);
    missing -= Number(numAffectedRows ?? 0);
  }
  if (missing > 0) throw new Error(`${missing} codes could not be drawn: every code drawn exists already`);
}

// 23505: the code exists.
const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505';
