import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import type { Context } from '#kernel/work/context.ts';
import { codeEntity } from '../code.rules.ts';
import type { Pair } from './pairs.store.ts';

/** Withdraws codes that were never activated: they no longer count in the quantity of their batch, whose lots have as many more. */
export async function withdrawReplaced(db: Database, codes: readonly string[], now: number): Promise<void> {
  await sql`
    with gone as (
      update code set is_canceled = ${now}, withdrawn = true where code = any(${codes}::text[]) returning cg_idx, lot
    )
    update code_lot l set issued = l.issued + g.codes
    from (select cg_idx, lot, count(*)::integer as codes from gone group by 1, 2) g
    where l.cg_idx = g.cg_idx and l.lot = g.lot`.execute(db);
}

/** Stores what an act did to the two codes of each pair: each tells the other in its history. */
export async function storeReplaced(db: Database, act: number, pairs: readonly Pair[], now: number): Promise<void> {
  const given = sql`unnest(${pairs.map(({ code }) => code)}::text[], ${pairs.map(({ twin }) => twin)}::text[]) p (code, twin)`;
  const effects = storeEffects(act, codeEntity, {
    from: sql`(
      select p.code as id, '{"is_canceled": 0}'::jsonb as before,
        jsonb_build_object('is_canceled', ${now}::bigint, 'replaced_by', p.twin) as after from ${given}
      union all
      select p.twin, null::jsonb, jsonb_build_object('replaces', p.code) from ${given}
    ) done`,
    id: sql`id`,
    before: sql`before`,
    after: sql`after`,
  });
  await sql`${effects}`.execute(db);
}

/** Of these codes those whose batch is not being issued, with it, in the order in which they are locked. */
export async function listSettled(
  { db }: Context,
  codes: readonly string[],
): Promise<{ code: string; cg_idx: number }[]> {
  const { rows } = await sql<{ code: string; cg_idx: number }>`
    select c.code, c.cg_idx from code c join code_batch b using (cg_idx)
    where c.code = any(${codes}::text[]) and b.status <> 'issuing' order by c.code`.execute(db);
  return rows;
}

/** Locks codes, in order: whoever redeems one of them is waited for. */
export async function lockCodes({ db }: Context, codes: readonly string[]): Promise<void> {
  await sql`select from code where code = any(${codes}::text[]) order by code for no key update`.execute(db);
}
