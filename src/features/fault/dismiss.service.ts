import { sql } from 'kysely';
import type { FaultKind } from '#kernel/desk/faults.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { dismissalKind } from './fault-counts.service.ts';
import { digestOf, faultsOf } from './fault-rows.read.ts';
import type { Chosen, Dismissal } from './fault.contract.ts';
import { faultAct, mostFixed } from './fault.rules.ts';

/** Dismisses a kind of fault in records: they are not counted until what it is about changes, or ever again. */
export async function dismissFaults(
  ctx: Context,
  kind: FaultKind,
  { ids, except, reason, until }: Dismissal,
): Promise<{ dismissed: number; act_idx?: number }> {
  const act = await beginAct(ctx);
  const digest = until === 'always' ? sql`null` : digestOf;
  const result = await sql`
    insert into fault_dismissed (fault, record_id, digest, reason, act_idx, at, by)
    select ${kind.fault}, f.id, ${digest}, ${reason}, ${act}::bigint, ${ctx.now.toISOString()}, ${actorName(ctx.actor)}
    from ${faultsOf(kind, { ids, except })} order by f.nth, f.place, f.id limit ${mostFixed}
    on conflict (fault, record_id) do update set digest = excluded.digest, reason = excluded.reason,
      act_idx = excluded.act_idx, at = excluded.at, by = excluded.by`.execute(ctx.db);
  const dismissed = Number(result.numAffectedRows ?? 0);
  if (dismissed === 0) return { dismissed };
  const after = { fault: kind.fault, count: dismissed, until };
  ctx.audit({ entity: faultAct, id: act, action: `${faultAct}.dismissed`, after, reason, act });
  ctx.changed(dismissalKind, kind.fault);
  return { dismissed, act_idx: act };
}

/** Takes dismissals back. */
export async function restoreFaults(ctx: Context, kind: FaultKind, { ids, except = [] }: Chosen): Promise<number> {
  const result = await sql`
    delete from fault_dismissed where fault = ${kind.fault}
      ${ids ? sql`and record_id = any(${ids}::text[])` : sql`and record_id <> all(${except}::text[])`}`.execute(ctx.db);
  const count = Number(result.numAffectedRows ?? 0);
  if (count === 0) return 0;
  ctx.audit({
    entity: faultAct,
    id: await beginAct(ctx),
    action: `${faultAct}.reopened`,
    after: { fault: kind.fault, count },
  });
  ctx.changed(dismissalKind, kind.fault);
  return count;
}

/** Takes back what an act dismissed; false if nothing of it is left. */
export async function undismiss(ctx: Context, act: string): Promise<boolean> {
  const result = await sql`delete from fault_dismissed where act_idx = ${act}::bigint`.execute(ctx.db);
  ctx.changed(dismissalKind);
  return Number(result.numAffectedRows ?? 0) > 0;
}
