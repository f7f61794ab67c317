import { sql } from 'kysely';
import type { GivenCall, MadePlan } from '#kernel/work/approval.ts';
import type { Context } from '#kernel/work/context.ts';
import { type GivenPlan, json, type StoredEdits } from '../approval.store.ts';

interface EditedPlan extends MadePlan {
  title: string;
  call: GivenCall;
  given: GivenPlan;
  edits: StoredEdits;
}

/** Stores an edited plan in place of the one that was looked at. Who edits it has planned a part of it. */
export async function storeEdits(
  { db, now }: Context,
  apprIdx: number,
  { title, call, plan, digest, pages, given, edits }: EditedPlan,
): Promise<void> {
  await sql`
    update approval set title = ${title}, call = ${JSON.stringify(call)}::jsonb, plan = ${JSON.stringify(plan)}::jsonb,
      digest = ${digest}, pages = ${json(pages)}, given = ${JSON.stringify(given)}::jsonb, edits = ${JSON.stringify(edits)}::jsonb,
      planners = case when ${edits.by} = any(planners) then planners else array_append(planners, ${edits.by}::text) end,
      changed_at = ${now.toISOString()}, version = version + 1
    where appr_idx = ${apprIdx}`.execute(db);
}
