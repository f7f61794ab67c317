import { z } from 'zod';
import type { Worked } from '#kernel/jobs/bulk-work.ts';
import type { JobProgress } from '#kernel/jobs/job-progress.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { defineSelectedAct } from '#kernel/records/selected-act.ts';
import { selectionOf } from '#kernel/records/selection.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { endWriter, timeWriter } from '#kernel/text/sheet-times.ts';
import type { Context } from '#kernel/work/context.ts';
import { endOfDay, momentOf } from '#kernel/work/days.ts';
import { codeMessages } from '../code.messages.ts';
import { requireEndAhead } from '../code-batch.service.ts';
import { notifyCodesChanged } from '../code-changes.ts';
import { type CodeFilter, codeFilter } from '../find/code-filter.contract.ts';
import { requireBatchOfLot } from '../find/code-filter.read.ts';
import type { CodeChangeForeseen } from './code-change.contract.ts';
import { type ChangedField, changedFields, type LeftReason } from './code-change.rules.ts';
import { changeCodes, countByReason, listExamples, lockBatches, noteAct } from './code-change.store.ts';
import { changeInSlices, countCodes } from './code-slices.ts';
import { deliveredOf } from './delivered.read.ts';

const Requested = z.object({
  selection: selectionOf(z.string(), codeFilter.body),
  field: z.enum(changedFields),
  value: z.int(),
  memo: z.string(),
});
type Requested = z.output<typeof Requested>;

/** Declares the change of one column of many codes; those that cannot take the value are skipped. */
export const defineCodeChange = (kernel: Kernel) =>
  defineSelectedAct(kernel, 'code.change', Requested, { count: foresee, run: change });

// As many examples as fit in a dialog.
const named = 10;

async function foresee(ctx: Context, { selection, field, value }: Requested) {
  const counts = await countByReason(ctx, selection, { field, value });
  const known = counts.reduce((sum, { count }) => sum + count, 0);
  const count = 'ids' in selection ? selection.ids.length : known;
  const left: Partial<Record<LeftReason, number>> = {};
  let changed = 0;
  for (const { reason, count: codes } of counts)
    if (reason === null) changed += codes;
    else left[reason] = (left[reason] ?? 0) + codes;
  if (count > known) left.unknown = count - known;
  const example = { change: { field, value }, limit: named };
  const [changing, staying, delivered] = await Promise.all([
    changed > 0 ? listExamples(ctx, selection, { ...example, stay: false }) : [],
    known > changed ? listExamples(ctx, selection, { ...example, stay: true }) : [],
    deliveredOf(ctx, selection),
  ]);
  const first: CodeChangeForeseen['first'] = { changed: changing.map(({ code }) => code).toSorted(), left: staying };
  return { count, changed, left, first, delivered };
}

async function change(ctx: Context, requested: Requested, progress?: JobProgress): Promise<Worked> {
  const { selection, field, memo } = requested;
  const value = valueOf(ctx, requested);
  // A single code cannot cause a deadlock.
  if (!('ids' in selection) || selection.ids.length > 1) await lockBatches(ctx, selection);
  const act = await beginAct(ctx);
  const counts = await countByReason(ctx, selection, { field, value });
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const batches = await changeInSlices({ total, progress }, (slice) =>
    changeCodes(ctx, act, { selection, change: { field, value }, slice }),
  );
  const changed = countCodes(batches);
  if (changed === 0) return { changed, act: null };
  const left = counts.filter(({ reason }) => reason !== null);
  await noteAct(ctx, { act, field, value, memo }, batches, left);
  const write = (field === 'is_canceled' ? timeWriter : endWriter)(ctx.timeZone);
  const written = field === 'length' ? value : write(String(value)) || null;
  const after = { count: changed, [field]: written };
  ctx.audit({ entity: 'code_act', id: act, action: 'code_act.updated', after, reason: memo || undefined, act });
  notifyCodesChanged(ctx, batches.keys());
  return { changed, act };
}

/** A cancellation is stamped when it takes effect: a job may begin long after it was asked for. */
const valueOf = (ctx: Context, { field, value }: Pick<Requested, 'field' | 'value'>) =>
  field === 'is_canceled' && value > 0 ? inSeconds(ctx.now) : value;

interface Body {
  codes?: string[] | undefined;
  filter?: CodeFilter | undefined;
  except?: string[] | undefined;
  memo: string;
}

/** The act that a call asks for. */
export async function requestedAct(
  ctx: Context,
  field: ChangedField,
  { codes, filter, except = [], memo }: Body,
  value: number | string,
): Promise<Requested> {
  // Neither must not mean all.
  if ((codes === undefined) === (filter === undefined))
    throw codeMessages.errorWith(400, 'code.change_choose', { field: 'codes' });
  requireBatchOfLot(filter ?? {});
  const set = await readValue(ctx, field, value);
  if (field === 'valid_until') requireEndAhead(ctx, set);
  const selection = codes ? { ids: [...new Set(codes)] } : { filter: filter ?? {}, except };
  return { selection, field, value: set, memo };
}

function readValue(ctx: Context, field: ChangedField, value: number | string): Promise<number> | number {
  if (field === 'is_canceled') return value === 0 ? 0 : 1;
  // The last day counts in full.
  return momentOf(ctx, value, endOfDay);
}
