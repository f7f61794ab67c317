import type { Kernel } from '#kernel/mount/feature.ts';
import type { PlannedChange } from '#kernel/work/approval.ts';
import type { Context } from '#kernel/work/context.ts';
import type { PlanMeaning } from './approval.contract.ts';
import type { ApprovalWords } from './approval.messages.ts';
import type { ApprovalRow } from './approval.store.ts';

type Parts = Pick<Kernel, 'approvals' | 'changeSets' | 'records'>;

// As many as a person looks through beside the plan.
const most = { previews: 4, rivals: 5 };

/** What a plan that can still be applied means for readers, and what else is scheduled for the same values. */
export async function readMeaning(ctx: Context, parts: Parts, row: ApprovalRow): Promise<PlanMeaning | null> {
  if (row.status !== 'waiting' && row.status !== 'approved') return null;
  const set = setOf(parts, row);
  const ofSet = set && (await set.kind.effects?.(ctx, set.id));
  const readers = ofSet ?? (await describedBy(ctx, parts, row));
  const t = ctx.translate<ApprovalWords>();
  const previews = await listPreviews(ctx, parts, row, set);
  return {
    readers: readers.length > 0 ? readers : [t('approval.readers_none')],
    previews,
    no_preview: previews.length > 0 ? null : set || row.plan.isWhole ? 'unseen' : 'parts',
    rivals: await listRivals(ctx, parts, row.plan.changes, set),
  };
}

interface FoundSet {
  kind: NonNullable<ReturnType<Parts['approvals']['sets']['get']>>;
  id: number;
}

/** The set of changes that a plan applies, at its time or at once. */
function setOf({ approvals: { sets } }: Parts, { entity, entity_id: id, plan }: ApprovalRow): FoundSet | undefined {
  const applied = plan.changes.find((change) => change.action === `${change.entity}.applied`);
  const of = entity ? { entity, id } : applied;
  const kind = of && sets.get(of.entity);
  return kind && { kind, id: Number(of.id) };
}

async function listPreviews(
  ctx: Context,
  { approvals }: Parts,
  { appr_idx: apprIdx, status, plan: { changes, isWhole } }: ApprovalRow,
  set: FoundSet | undefined,
): Promise<PlanMeaning['previews']> {
  if (set) return (await set.kind.previews?.(ctx, set.id, most.previews)) ?? [];
  return status === 'waiting' && isWhole ? approvals.previews(ctx, { apprIdx, changes }, most.previews) : [];
}

/** What features have counted when it was planned, in sentences; of a set of changes, they count it now. */
async function describedBy(
  ctx: Context,
  { approvals }: Parts,
  { plan: { effects, changes } }: ApprovalRow,
): Promise<string[]> {
  const texts: string[] = [];
  for (const { name, count, describe } of approvals.effects) {
    const figures = effects ? effects[name] : await count(ctx, { entries: changes, acts: [] });
    if (figures !== null && figures !== undefined) texts.push(...describe(ctx, figures));
  }
  return texts;
}

// Nothing can be scheduled later: 9999-12-31.
const always = 253_402_300_799;

/** What else is scheduled for the fields that a plan sets: it applies as well. */
async function listRivals(
  ctx: Context,
  { changeSets, records }: Parts,
  changes: readonly PlannedChange[],
  own: FoundSet | undefined,
): Promise<PlanMeaning['rivals']> {
  const fields = new Map<string, Set<string>>();
  for (const { entity, id, before, after } of changes) {
    if (before === null || after === null || !changeSets.kinds.of(entity)) continue;
    fields.set(`${entity} ${id}`, new Set(Object.keys(Object(after))));
  }
  const wanted = Map.groupBy(fields.keys(), (key) => key.slice(0, key.indexOf(' ')));
  const of = [...wanted].map(([kind, keys]) => ({ kind, ids: keys.map((key) => key.slice(kind.length + 1)) }));
  const coming = (await changeSets.coming(ctx, of, { apply_at: always })).filter(
    ({ kind, id, name, source, set }) =>
      fields.get(`${kind} ${id}`)?.has(name) && !(own?.kind.entity === source && own.id === set),
  );
  const shown = coming.slice(0, most.rivals);
  const titleOf = await records.titles(
    ctx,
    shown.map(({ kind, id }) => ({ entity: kind, id })),
  );
  const t = ctx.translate<ApprovalWords>();
  return shown.map(({ kind, id, source, set, title, apply_at: at }) => ({
    title: titleOf(kind, id) ?? id,
    name: title ?? t('approval.scheduled'),
    at,
    href: records.hrefOf(source, String(set)),
  }));
}
