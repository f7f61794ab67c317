import { z } from 'zod';
import { batchEntity, codeMessages, requireSettled } from '#features/code/code-batch.public.ts';
import { notifyCodesChanged } from '#features/code/code-change.public.ts';
import { issueTwins } from '#features/code/code-pairs.public.ts';
import { closeLinks, countOpenLinks } from '#features/delivery/leaked-links.public.ts';
import { moveOrders } from '#features/vending/order-follow.public.ts';
import { defineBulkWork, type Worked } from '#kernel/jobs/bulk-work.ts';
import type { JobProgress } from '#kernel/jobs/job-progress.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { momentOf, startOfDay } from '#kernel/work/days.ts';
import { findDoubtful } from './doubtful.read.ts';
import type { LeakBody, Leaked } from './leak.contract.ts';
import { countScope, findScope, type Scope } from './leak.read.ts';
import { firstDoubtful, leakEntity, leakFileHref } from './leak.rules.ts';
import { freezeCodes, insertLeak, lockBatch, readNextLot, storeFrozen } from './leak.store.ts';

// More codes than these are frozen and issued by a job: nobody waits longer for an answer.
const mostAtOnce = 20_000;

/** The input of a job; validated when it was requested. */
const Requested = z.object({
  cg_idx: z.int(),
  delivery: z.int().optional(),
  lot: z.int().optional(),
  since: z.int(),
  memo: z.string(),
  expects: z.object({ lots: z.array(z.int()) }).optional(),
});
type Requested = z.output<typeof Requested>;

/** Declares the act on a leaked file: its figures first, then what it does, at once or as a job if it is very many codes. */
export function defineLeak(kernel: Kernel) {
  const work = async (ctx: Context, requested: Requested, progress: JobProgress): Promise<Worked> => {
    const { frozen, act_idx } = await freezeAndReplace(ctx, requested, progress);
    return { changed: frozen, act: act_idx };
  };
  const later = defineBulkWork(kernel, 'code.leak', Requested, work, ({ cg_idx: batch }) => `/code/batch/${batch}`);
  return async (ctx: Context, cg_idx: number, { dry_run: isDry, since: from, ...body }: LeakBody): Promise<Leaked> => {
    await requireSettled(ctx, cg_idx);
    const scope = await findScope(ctx, cg_idx, body);
    const since = from === undefined ? scope.left_at : await momentOf(ctx, from, startOfDay);
    if (since > inSeconds(ctx.now)) throw codeMessages.errorWith(422, 'code.leak_since_ahead', { field: 'since' });
    const would = await foresee(ctx, scope, since);
    requireForeseenLots(would.lots, body.expects);
    if (isDry) return would;
    const requested = { cg_idx, since, ...body };
    if (would.frozen > mostAtOnce) return { ...would, work_idx: await later(ctx, requested) };
    return freezeAndReplace(ctx, requested);
  };
}

/** What freezing a scope would do now. */
async function foresee(ctx: Context, scope: Scope, since: number): Promise<Leaked> {
  const { unused, ...figures } = await countScope(ctx, scope, { since });
  const { rows } = await findDoubtful(ctx, scope, { since });
  return {
    frozen: unused,
    replaced: unused,
    ...figures,
    links: unused > 0 ? await countOpenLinks(ctx, scope.cg_idx) : 0,
    doubtful: rows.map(({ reg_idx: id }) => id),
    redemptions: rows.slice(0, firstDoubtful),
    since,
    lot: null,
    act_idx: null,
    href: null,
    work_idx: null,
  };
}

/** Refuses to freeze codes of a lot that the caller was not told of: somebody issued or replaced it meanwhile. */
function requireForeseenLots(lots: readonly number[], expects: LeakBody['expects']): void {
  if (expects && lots.some((lot) => !expects.lots.includes(lot))) throw codeMessages.error(409, 'code.leak_changed');
}

/**
 * Withdraws the unused codes of what leaked, and issues as many with the same terms as a lot of their own: the quantity of
 * the batch, and what it costs, stay.
 */
async function freezeAndReplace(ctx: Context, asked: Requested, progress?: JobProgress): Promise<Leaked> {
  const { cg_idx, since, memo, expects } = asked;
  // Once before the lock, which the job that issues codes holds for long, and once more since it may have begun.
  await requireSettled(ctx, cg_idx);
  await lockBatch(ctx.db, cg_idx);
  await requireSettled(ctx, cg_idx);
  const scope = await findScope(ctx, cg_idx, asked);
  const { lots, frozen: total } = await foresee(ctx, scope, since);
  requireForeseenLots(lots, expects);
  if (total === 0) return foresee(ctx, scope, since);
  const act = await beginAct(ctx);
  const lot = await readNextLot(ctx.db, cg_idx);
  const { frozen, orders } = await freezeAll(ctx, { act, scope, lot }, (done) =>
    progress?.report(Math.min(done, total), total),
  );
  // Every code was redeemed while the act waited for it.
  if (frozen === 0) return foresee(ctx, scope, since);
  const links = await closeLinks(ctx, cg_idx);
  await insertLeak(ctx, { act, scope, of_lot: asked.lot ?? null, lot, since, frozen, links, memo });
  const { delivery } = asked;
  ctx.audit({
    entity: leakEntity,
    id: act,
    action: `${leakEntity}.created`,
    after: {
      codes: frozen,
      lot,
      ...(asked.lot !== undefined && { of_lot: asked.lot }),
      ...(delivery && { delivery }),
      ...(orders > 0 && { orders }),
      ...(links.length > 0 && { links: links.length }),
    },
    reason: memo || undefined,
    of: { entity: batchEntity, id: cg_idx },
    act,
  });
  notifyCodesChanged(ctx, [cg_idx]);
  ctx.changed(batchEntity, cg_idx);
  // What was redeemed until then is counted now, that no code of them can be redeemed any more.
  const after = await foresee(ctx, scope, since);
  const others = after.others - frozen;
  const done = { lots, frozen, replaced: frozen, orders, links: links.length, lot, act_idx: act };
  return { ...after, ...done, others, href: leakFileHref({ cg_idx, lot }) };
}

/**
 * Freezes and replaces the unused codes of a scope, some at a time; returns how many, and how many orders of shops follow. Those that are being redeemed come
 * last: waiting for each in turn, it would follow whoever redeems the file from its first code on.
 */
async function freezeAll(
  ctx: Context,
  { act, scope, lot }: { act: number; scope: Scope; lot: number },
  report: (done: number) => void,
): Promise<{ frozen: number; orders: number }> {
  let [frozen, orders, after, waits] = [0, 0, '', false];
  for (;;) {
    report(frozen);
    const codes = await freezeCodes(ctx, scope, { after, waits });
    if (codes.length > 0) {
      const pairs = await issueTwins(ctx, codes, lot);
      await storeFrozen(ctx, act, pairs);
      orders += await moveOrders(ctx, act, pairs);
      frozen += codes.length;
      after = codes.at(-1) ?? '';
      continue;
    }
    // All of the next ones may have been redeemed meanwhile, and others be left.
    if (waits && (await countScope(ctx, scope, { since: 0 })).unused === 0) return { frozen, orders };
    [after, waits] = ['', true];
  }
}
