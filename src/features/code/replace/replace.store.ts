import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { codeEntity } from '../code.rules.ts';
import type { Pair } from './pairs.store.ts';

/** Withdraws a code that was never activated: it no longer counts in the quantity of its batch, whose lot has one code more. */
export async function withdrawReplaced(db: Database, code: string, now: number): Promise<void> {
  await sql`
    with gone as (
      update code set is_canceled = ${now}, withdrawn = true where code = ${code} returning cg_idx, lot
    )
    update code_lot l set issued = issued + 1 from gone where l.cg_idx = gone.cg_idx and l.lot = gone.lot`.execute(db);
}

/** Stores what an act did to the two codes: each tells the other in its history. */
export async function storeReplaced(db: Database, act: number, { code, twin }: Pair, now: number): Promise<void> {
  const effects = storeEffects(act, codeEntity, {
    from: sql`(values
      (${code}::text, '{"is_canceled": 0}'::jsonb,
        jsonb_build_object('is_canceled', ${now}::bigint, 'replaced_by', ${twin}::text)),
      (${twin}, null, jsonb_build_object('replaces', ${code}::text))) done (id, before, after)`,
    id: sql`id`,
    before: sql`before`,
    after: sql`after`,
  });
  await sql`${effects}`.execute(db);
}
