import { sql } from 'kysely';
import { type DrawCodes, drawCodes } from '#features/code/code-change.public.ts';
import { withCachedPlans } from '#kernel/db/cached-plans.ts';
import { copyInto } from '#kernel/db/copy.ts';
import type { Database } from '#kernel/db/database.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';

/** The terms with which a batch's codes are issued: times in seconds, the length in days. */
interface Issued {
  cg_idx: number;
  lot: number;
  issued_at: number;
  valid_from: number;
  valid_until: number;
  length: number;
}

// How many codes are generated, sorted and stored by one statement. Inserting into the primary key in order costs half
// as much as in random order; larger stretches would block other requests while they are generated.
const stretch = 25_000;
// How many codes are sent at a time. The job can be cancelled between two of these.
const piece = 5000;
// How often colliding codes are generated again; with 31^12 possible codes even one collision is improbable.
const redrawn = 50;

/** How many codes to issue, the progress callback, and the code generator. */
interface Issuing {
  count: number;
  report: (done: number) => void;
  draw: DrawCodes;
}

/**
 * Issues codes into a batch, in the caller's transaction. `tell` receives the number issued so far and may throw to
 * stop. Throws if there are no unused codes left to generate.
 */
export async function issueCodes(
  db: Database,
  batch: Issued,
  count: number,
  { report = () => undefined, draw = drawCodes }: Partial<Pick<Issuing, 'report' | 'draw'>> = {},
): Promise<void> {
  await withCachedPlans(db, () => issueAll(db, batch, { count, report, draw }));
  report(count);
}

async function issueAll(db: Database, batch: Issued, { count, report, draw }: Issuing): Promise<void> {
  // One savepoint for all: with one for each statement of 20,000 codes, storing them took longer.
  await sql`savepoint unissued`.execute(db);
  try {
    for (let done = 0; done < count; done += stretch) {
      const part = { count: Math.min(stretch, count - done), report: (some: number) => report(done + some), draw };
      await copyInto(db, columns, lines(batch, part));
    }
  } catch (error) {
    // COPY is by far the fastest, but stops at the first duplicate: all codes are then stored by INSERT.
    if (!isTaken(error)) throw error;
    await sql`rollback to savepoint unissued`.execute(db);
    await insertUntaken(db, batch, { count, report, draw });
  }
  await sql`release savepoint unissued`.execute(db);
}

const columns = 'code (code, cg_idx, lot, issued_at, valid_from, valid_until, length)';

async function* lines(batch: Issued, { count, report, draw }: Issuing): AsyncGenerator<string> {
  const { cg_idx, lot, issued_at, valid_from, valid_until, length } = batch;
  const rest = `\t${cg_idx}\t${lot}\t${issued_at}\t${valid_from}\t${valid_until}\t${length}\n`;
  const codes = draw(count);
  for (let done = 0; done < count; done += piece) {
    report(done);
    yield codes.slice(done, done + piece).join(rest) + rest;
  }
}

async function insertUntaken(db: Database, batch: Issued, { count, report, draw }: Issuing): Promise<void> {
  for (let done = 0; done < count; done += piece) {
    report(done);
    await insertPiece(db, batch, Math.min(piece, count - done), draw);
  }
}

async function insertPiece(db: Database, batch: Issued, count: number, draw: DrawCodes): Promise<void> {
  let missing = count;
  for (let round = 0; missing > 0 && round < redrawn; round++) {
    const { numAffectedRows } = await sql`
      insert into code (code, cg_idx, lot, issued_at, valid_from, valid_until, length)
      select drawn, ${batch.cg_idx}, ${batch.lot}, ${batch.issued_at}, ${batch.valid_from}, ${batch.valid_until}, ${batch.length}
      from (select distinct unnest(${draw(missing)}::text[]) as drawn) drawn
      on conflict do nothing`.execute(db);
    missing -= Number(numAffectedRows ?? 0);
  }
  if (missing > 0)
    throw new Error(
      `insertPiece: ${missing} of ${count} codes of batch ${batch.cg_idx} were not inserted into code after ${redrawn} draws`,
    );
}

// 23505 is unique_violation: the code exists.
const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505';

/** A lot that is about to be issued: its size, and the quantity of the batch with it. */
interface NewLot {
  cg_idx: number;
  issued: number;
  count: number;
}

/** Adds the next lot of a batch, which the caller has locked, and returns its number: they count from 1. */
export async function addLot(ctx: Context, { cg_idx, issued, count }: NewLot): Promise<number> {
  const { rows } = await sql<{ lot: number }>`
    insert into code_lot (cg_idx, lot, issued, issued_at, issued_by, count)
    select ${cg_idx}::integer, coalesce(max(lot), 0) + 1, ${issued}::integer, ${ctx.now.toISOString()}::timestamptz,
      ${actorName(ctx.actor)}::text, ${count}::integer
    from code_lot where cg_idx = ${cg_idx} returning lot`.execute(ctx.db);
  return rows[0]?.lot ?? 1;
}
