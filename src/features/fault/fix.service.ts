import { z } from 'zod';
import { applyChanges } from '#kernel/changesets/apply.ts';
import { notingEffects } from '#kernel/changesets/effects.ts';
import type { ChangeFields, ChangeKind } from '#kernel/changesets/kinds.ts';
import { takenBack } from '#kernel/changesets/plan.ts';
import type { FaultAct, FaultFix, FaultKind } from '#kernel/desk/faults.ts';
import { defineBulkWork } from '#kernel/jobs/bulk-work.ts';
import type { JobProgress } from '#kernel/jobs/job-progress.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { beginAct } from '#kernel/records/acts.ts';
import type { Step } from '#kernel/records/undoable.ts';
import type { Context } from '#kernel/work/context.ts';
import { applyEach, leftBy } from './apply-each.ts';
import { countFaults, type FoundFault, kindOf, listFaults, ownId } from './fault-rows.read.ts';
import { inOpenReleases } from './open-releases.read.ts';
import type { Chosen, Fixed } from './fault.contract.ts';
import { faultMessages } from './fault.messages.ts';
import { getFault } from './fault-list.service.ts';
import { faultAct, faultHref, fixAction, type LeftReason, mostByJob, mostFixed } from './fault.rules.ts';

type Left = Map<LeftReason, number>;
const add = (left: Left, reason: LeftReason, count: number) => {
  if (count > 0) left.set(reason, (left.get(reason) ?? 0) + count);
};

/** A record, and the fields that its fix sets. */
export interface Fixing {
  id: string;
  fields: ChangeFields;
  base: ChangeFields;
}

/** The input of a job: all that are at fault but for these. */
const Later = z.object({ fault: z.string(), except: z.array(z.string()).optional() });

/** Declares fixes: done at once, or by a job if there are more records than anybody waits for. */
export function defineFixes(kernel: Kernel) {
  const work = async (ctx: Context, { fault, except }: z.output<typeof Later>, progress: JobProgress) => {
    const all = { all: true, except, dry_run: false, progress } as const;
    const { changed, act_idx: act = null } = await fixFaults(ctx, kernel, getFault(kernel, fault), all);
    return { changed, act };
  };
  const later = defineBulkWork(kernel, 'fault.fix', Later, work, ({ fault }) => faultHref(fault));
  return async (ctx: Context, kind: FaultKind, asked: Chosen & { dry_run: boolean }): Promise<Fixed> => {
    const { ids, except, dry_run: isDry } = asked;
    const isSome = ids !== undefined || isDry || waysOf(kernel, kind).size === 0;
    if (isSome || (await countFaults(ctx, kind, { except })) <= mostFixed) return fixFaults(ctx, kernel, kind, asked);
    return { changed: 0, left: {}, work_idx: await later(ctx, { fault: kind.fault, except }) };
  };
}

/**
 * Fixes a kind of fault in records, as one act: through the change that releases make too, so that rules, versions and the
 * second person are theirs, or through the act of their feature. What cannot be fixed is left, and counted by the reason. A dry
 * run takes everything back.
 */
async function fixFaults(
  ctx: Context,
  kernel: Pick<Kernel, 'changeSets'>,
  kind: FaultKind,
  asked: Chosen & { dry_run: boolean; progress?: JobProgress },
): Promise<Fixed> {
  const ways = waysOf(kernel, kind, asked.progress);
  if (ways.size === 0) throw faultMessages.error(409, 'fault.no_fix');
  const left: Left = new Map();
  const act = await beginAct(ctx);
  const run = async (on: Context) => {
    const rows = await lockFaults(on, kind, ways, asked, left);
    let count = 0;
    for (const [entity, way] of ways)
      count += await way.mend(
        on,
        act,
        rows.flatMap((row) => (row.kind === entity ? { ...row, id: ownId(row, kind) } : [])),
        left,
      );
    if (count > 0)
      on.audit({ entity: faultAct, id: act, action: fixAction(kind), after: { fault: kind.fault, count }, act });
    return count;
  };
  const changed = asked.dry_run ? await takenBack(ctx, run) : await run(ctx);
  return { changed, left: Object.fromEntries(left), ...(!asked.dry_run && changed > 0 && { act_idx: act }) };
}

/** How records at fault are locked, and mended as part of an act; answers how many. */
interface Way {
  lock: FaultAct['lock'];
  mend: (ctx: Context, act: number, rows: readonly FoundFault[], left: Left) => Promise<number>;
}

/** By kind of records, how those are fixed that have a kind of fault; in this order, so that fixes lock alike. */
function waysOf(kernel: Pick<Kernel, 'changeSets'>, kind: FaultKind, progress?: JobProgress): ReadonlyMap<string, Way> {
  const { act: own, also = [] } = kind;
  if (own) {
    const mend: Way['mend'] = (ctx, act, rows, left) => mendByAct(ctx, { kind, own, act, progress }, rows, left);
    return new Map([[kind.entity, { lock: own.lock, mend }]]);
  }
  const ways = [kind, ...also].flatMap(({ entity, fix }) => {
    const change = fix && kernel.changeSets.kinds.ofAny(fix.change);
    if (!change) return [];
    const way: Way = {
      lock: (ctx, ids) => change.read(ctx, new Map(ids.map((id) => [id, []])), true),
      mend: async (ctx, act, rows, left) =>
        makeChanges(ctx, { kernel, kind, change, act, progress }, await fixable(ctx, fix, rows, left), left),
    };
    return [[entity, way] as const];
  });
  return new Map(ways);
}

/** Mends records by the act of their feature, which stores what it did to each; the trail tells it as that of this kind of fault. */
async function mendByAct(
  ctx: Context,
  { kind, own, act, progress }: { kind: FaultKind; own: FaultAct; act: number; progress: JobProgress | undefined },
  rows: readonly FoundFault[],
  left: Left,
): Promise<number> {
  const ids = rows.map(({ id }) => id);
  const count = ids.length > 0 ? await own.mend(ctx, act, ids, { reason: reasonOf(ctx, kind), progress }) : 0;
  add(left, 'refused', ids.length - count);
  return count;
}

const reasonOf = (ctx: Context, kind: FaultKind): string => ctx.text('fault.reason', { name: ctx.text(kind.name) });

/** Locks the chosen records, as many as one act fixes, then reads which are at fault: nobody changes them until the transaction ends. */
async function lockFaults(
  ctx: Context,
  kind: FaultKind,
  ways: ReadonlyMap<string, Way>,
  { ids, except, progress }: Chosen & { progress?: JobProgress },
  left: Left,
): Promise<FoundFault[]> {
  const most = progress ? mostByJob : mostFixed;
  const chosen = ids ? [...new Set(ids)] : (await listFaults(ctx, kind, { except, limit: most })).map(({ id }) => id);
  if (!ids && chosen.length === most) add(left, 'later', (await countFaults(ctx, kind, { except })) - most);
  for (const [entity, { lock }] of ways) {
    const own = chosen.flatMap((id) => (kindOf(id, kind) === entity ? ownId({ kind: entity, id }, kind) : []));
    await lock(ctx, own);
  }
  const rows = await listFaults(ctx, kind, { ids: chosen });
  add(left, 'changed', chosen.length - rows.length);
  const mine = rows.filter((row) => ways.has(row.kind));
  // Those of other kinds are for people.
  add(left, 'no_fix', rows.length - mine.length);
  return mine;
}

async function fixable(
  ctx: Context,
  { change, fields: mended }: Pick<FaultFix, 'change' | 'fields'>,
  rows: readonly FoundFault[],
  left: Left,
): Promise<Fixing[]> {
  const proposed = rows.flatMap(({ id, about }) => {
    const fields = mended(about);
    return fields
      ? [{ id, fields, base: Object.fromEntries(Object.keys(fields).map((name) => [name, about[name] ?? null])) }]
      : [];
  });
  add(left, 'no_fix', rows.length - proposed.length);
  const staged = await inOpenReleases(ctx, change, proposed);
  const free = proposed.filter(({ id }) => !staged.has(id));
  add(left, 'in_release', proposed.length - free.length);
  return free;
}

interface Making {
  kernel: Pick<Kernel, 'changeSets'>;
  kind: FaultKind;
  change: ChangeKind;
  act: number;
  progress: JobProgress | undefined;
}

/**
 * Makes the changes together, or where one is refused, one by one; the act stores what it did to each record. A job makes as many
 * together as anybody would wait for, so that one refusal does not part them all.
 */
async function makeChanges(
  ctx: Context,
  { kernel, kind, change, act, progress }: Making,
  todo: readonly Fixing[],
  left: Left,
): Promise<number> {
  const noted = notingEffects(ctx, change.entity, act);
  const done: Step['records'] = [];
  const making = {
    reason: reasonOf(ctx, kind),
    act,
    ruledOut: () => faultMessages.error(409, 'fault.refused'),
  };
  const make = async (on: Context, some: readonly Fixing[]) => {
    const changes = some.map((one) => ({ ...one, kind: change.kind, reason: null, anyway: false }));
    return (await applyChanges(on, kernel.changeSets.kinds, changes, making)).flatMap(({ records }) => records);
  };
  for (let from = 0; from < todo.length; from += mostFixed) {
    if (todo.length > mostFixed) progress?.report(from, todo.length);
    const some = todo.slice(from, from + mostFixed);
    const refused = await applyEach(noted.within, some, async (on, few) => void done.push(...(await make(on, few))));
    for (const error of refused) add(left, leftBy(error), 1);
  }
  await noted.store(act, done);
  return noted.ids().length;
}
