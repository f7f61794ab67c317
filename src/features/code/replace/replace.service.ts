import type { AppError } from '#kernel/messages/errors.ts';
import { timeText } from '#kernel/messages/time-text.ts';
import type { ActUndo } from '#kernel/records/act-undo.ts';
import { beginAct } from '#kernel/records/acts.ts';
import type { Records } from '#kernel/records/records.ts';
import { successionOf } from '#kernel/records/succession.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { lockBatches } from '../change/code-change.store.ts';
import { codeMessages } from '../code.messages.ts';
import { codeEntity } from '../code.rules.ts';
import { findCode, lockCode, type StoredCode } from '../code.store.ts';
import { batchEntity } from '../code-batch.rules.ts';
import { requireSettled } from '../code-batch.service.ts';
import { notifyCodesChanged } from '../code-changes.ts';
import { endsAt, stateOf } from '../code-state.rules.ts';
import { undoPairs } from './pairs-undo.service.ts';
import { issueTwins, type Pair } from './pairs.store.ts';
import { storeReplaced, withdrawReplaced } from './replace.store.ts';

const unknown = () => codeMessages.error(404, 'code.not_found');

/**
 * Withdraws a code that was never activated and issues its twin. The batch has one code more that was ever issued and
 * one more that was withdrawn: its quantity stays. What others store about the code, such as the order that drew it, is about
 * its twin then.
 */
export async function replaceCode(
  ctx: Context,
  records: Records,
  code: string,
  memo: string,
): Promise<{ code: string; act_idx: number }> {
  const cg_idx = (await findCode(ctx.db, code))?.cg_idx;
  if (typeof cg_idx !== 'number') throw unknown();
  // Once before the lock, which the job that issues codes holds for long, and once more since it may have begun.
  await requireSettled(ctx, cg_idx);
  await lockBatches(ctx, { ids: [code] });
  await requireSettled(ctx, cg_idx);
  const locked = await lockCode(ctx.db, code);
  if (!locked) throw unknown();
  const refusal = refusalOf(ctx, locked);
  if (refusal) throw refusal;
  const act = await beginAct(ctx);
  const [pair] = await replaceLocked(ctx, records, act, [code]);
  if (!pair) throw unknown();
  ctx.audit({
    entity: codeEntity,
    id: code,
    action: 'code.replaced',
    after: { replaced_by: pair.twin },
    reason: memo || undefined,
    of: { entity: batchEntity, id: cg_idx },
    act,
  });
  notifyCodesChanged(ctx, [cg_idx]);
  ctx.changed(batchEntity, cg_idx);
  return { code: pair.twin, act_idx: act };
}

/** Replaces codes that are locked and can be redeemed still, as part of an act. */
export async function replaceLocked(
  ctx: Context,
  records: Records,
  act: number,
  codes: readonly string[],
): Promise<Pair[]> {
  const now = inSeconds(ctx.now);
  const pairs = await issueTwins(ctx, codes, null);
  await withdrawReplaced(ctx.db, codes, now);
  await storeReplaced(ctx.db, act, pairs, now);
  const successors = pairs.map(({ code, twin }) => ({ from: code, to: twin }));
  await successionOf(records, codeEntity).move(ctx, act, successors);
  return pairs;
}

/** The undo of a replacement: unless the twin was sold anew, what went over to it is about the code again. */
export function undoReplacement(records: Records): ActUndo {
  const { stays, moveBack: undo } = successionOf(records, codeEntity);
  return undoPairs({ stays, undo });
}

/** Why a code cannot be replaced: only one that could still be redeemed, or will be, has a use for a twin. */
function refusalOf(ctx: Context, code: StoredCode): AppError | null {
  const at = (seconds: number) => ({ time: timeText(ctx, seconds) });
  const state = stateOf(code, inSeconds(ctx.now));
  if (state === 'canceled') return codeMessages.error(409, 'code.replace_canceled', at(code.cancelled_at));
  if (code.activated_date > 0) return codeMessages.error(409, 'code.replace_activated', at(code.activated_date));
  return state === 'expired' ? codeMessages.error(409, 'code.replace_expired', at(endsAt(code))) : null;
}
