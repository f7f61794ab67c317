import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { changedFields } from '../change/code-change.rules.ts';
import { isSetSince } from '../change/set-since.read.ts';
import { codeEntity } from '../code.rules.ts';
import { type DrawCodes, drawCodes } from '../draw-codes.ts';

/** A code and the one that replaces it. */
export interface Replacement {
  code: string;
  twin: string;
}

// With 31^12 possible codes even one collision is improbable.
const redrawn = 50;

/** Issues another code with the batch, the lot and the terms of this one. */
export async function insertTwin(
  db: Database,
  code: string,
  now: number,
  draw: DrawCodes = drawCodes,
): Promise<Replacement> {
  for (let round = 0; round < redrawn; round++) {
    const [twin = ''] = draw(1);
    const { rows } = await sql<{ cg_idx: number; lot: number }>`
      insert into code (code, cg_idx, lot, issued_at, valid_from, valid_until, length)
      select ${twin}::text, cg_idx, lot, ${now}::bigint, valid_from, valid_until, length from code where code = ${code}
      on conflict do nothing returning cg_idx, lot`.execute(db);
    const [made] = rows;
    if (!made) continue;
    await sql`
      update code_lot set issued = issued + 1 where cg_idx = ${made.cg_idx} and lot = ${made.lot}`.execute(db);
    return { code, twin };
  }
  throw new Error(`insertTwin: no twin of ${code} was inserted into code after ${redrawn} draws`);
}

/** Withdraws a code that was never activated: it no longer counts in the quantity of its batch. */
export async function withdrawCode(db: Database, code: string, now: number): Promise<void> {
  await sql`update code set is_canceled = ${now}, withdrawn = true where code = ${code}`.execute(db);
}

/** Brings a withdrawn code back. */
export async function bringBack(db: Database, code: string): Promise<void> {
  await sql`update code set is_canceled = 0, withdrawn = false where code = ${code}`.execute(db);
}

/** Stores what an act did to the two codes: each tells the other in its history. */
export async function storeReplaced(
  db: Database,
  act: number,
  { code, twin }: Replacement,
  now: number,
): Promise<void> {
  await storeBoth(db, act, [
    {
      id: code,
      before: sql`'{"is_canceled": 0}'`,
      after: sql`jsonb_build_object('is_canceled', ${now}::bigint, 'replaced_by', ${twin}::text)`,
    },
    { id: twin, before: sql`null`, after: sql`jsonb_build_object('replaces', ${code}::text)` },
  ]);
}

/** Stores that an act brought the first code back and withdrew the second. */
export async function storeBroughtBack(
  db: Database,
  act: number,
  { code, twin }: Replacement,
  now: number,
): Promise<void> {
  const at = sql`jsonb_build_object('is_canceled', ${now}::bigint)`;
  await storeBoth(db, act, [
    { id: code, before: at, after: sql`'{"is_canceled": 0}'` },
    { id: twin, before: sql`'{"is_canceled": 0}'`, after: at },
  ]);
}

interface CodeEffect {
  id: string;
  before: RawBuilder<unknown>;
  after: RawBuilder<unknown>;
}

async function storeBoth(db: Database, act: number, effects: readonly CodeEffect[]): Promise<void> {
  const rows = effects.map(({ id, before, after }) => sql`(${id}::text, (${before})::jsonb, (${after})::jsonb)`);
  const done = { id: sql`id`, before: sql`before`, after: sql`after` };
  await sql`${storeEffects(act, codeEntity, { from: sql`(values ${sql.join(rows)}) done (id, before, after)`, ...done })}`.execute(
    db,
  );
}

/** Locks both codes of a replacement, in order. */
export async function lockBoth(db: Database, { code, twin }: Replacement): Promise<void> {
  await sql`select from code where code in (${code}, ${twin}) order by code for update`.execute(db);
}

/** Whether nobody has activated, cancelled or changed the twin since an act issued it. */
export async function isUntouched(db: Database, act: number, { code, twin }: Replacement): Promise<boolean> {
  const batches = sql`select k.cg_idx from code k where k.code = ${twin}`;
  const since = changedFields.map((field) => isSetSince(field, { code: sql`c.code`, act, batches }));
  const { rows } = await sql`
    select from code c join code old on old.code = ${code} and old.withdrawn
    where c.code = ${twin} and c.activated_date = 0 and c.is_canceled = 0
      and not (${sql.join(since, sql` or `)})`.execute(db);
  return rows.length > 0;
}
