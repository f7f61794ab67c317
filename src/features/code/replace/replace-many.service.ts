import { sql } from 'kysely';
import type { JudgedAct } from '#kernel/desk/approvals.ts';
import type { FaultAct, Mending } from '#kernel/desk/faults.ts';
import type { Records } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { lockBatchesOf } from '../change/code-change.store.ts';
import { batchEntity, codesReplacedAction } from '../code-batch.rules.ts';
import { notifyCodesChanged } from '../code-changes.ts';
import { replaceLocked, undoReplacement } from './replace.service.ts';
import { listSettled, lockCodes } from './replace.store.ts';

/**
 * Replaces codes of several batches that nobody has redeemed, as one act with one undo; see {@link replaceCode}. Codes of a
 * batch whose codes are being issued are left: the job holds it for long.
 */
export const replacesCodes = (records: Records): Pick<FaultAct, 'lock' | 'mend' | 'undo'> => ({
  lock: async (ctx, ids) => {
    const settled = await listSettled(ctx, ids);
    await lockBatchesOf(ctx, [...new Set(settled.map(({ cg_idx }) => cg_idx))]);
    await lockCodes(ctx, ids);
  },
  mend: (ctx, act, ids, how) => replaceCodes(ctx, records, { act, ids, ...how }),
  undo: undoReplacement(records),
});

// How many codes are replaced between two reports of progress.
const chunk = 5000;

async function replaceCodes(
  ctx: Context,
  records: Records,
  { act, ids, reason, progress }: Mending & { act: number; ids: readonly string[] },
): Promise<number> {
  const settled = await listSettled(ctx, ids);
  if (settled.length === 0) return 0;
  for (let done = 0; done < settled.length; done += chunk) {
    progress?.report(done, settled.length);
    const some = settled.slice(done, done + chunk).map(({ code }) => code);
    await replaceLocked(ctx, records, act, some);
  }
  const batches = Map.groupBy(settled, ({ cg_idx }) => cg_idx);
  for (const [cg_idx, { length }] of batches) {
    ctx.audit({
      entity: batchEntity,
      id: cg_idx,
      action: codesReplacedAction,
      after: { codes: length },
      reason,
      partOf: act,
    });
    ctx.changed(batchEntity, cg_idx);
  }
  notifyCodesChanged(ctx, batches.keys());
  return settled.length;
}

/** As many codes are issued as are replaced: more than a limit need a second person. */
export const replacesManyCodes: JudgedAct = {
  rule: 'codes_above',
  counts: ({ action, after }) => (action === codesReplacedAction ? Number(Object(after).codes ?? 0) : 0),
  inTrail: (limit) =>
    sql<boolean>`action = ${sql.lit(codesReplacedAction)} and (after ->> 'codes')::integer > ${limit}`,
};
