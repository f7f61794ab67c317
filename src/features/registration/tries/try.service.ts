import { findCode } from '#features/code/code.public.ts';
import { findEventOfCode } from '#features/event/event-of-code.public.ts';
import { timeText } from '#kernel/messages/time-text.ts';
import type { Actor } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { RefusedTry } from './try.contract.ts';
import { type TryReason, tryReasons } from './try.rules.ts';
import { insertTry, type StoredTry, selectTries, sumTries } from './try.store.ts';

/** The kind of change when a redemption was refused. */
export const tryKind = 'refused_try';

/**
 * Keeps a refused redemption, in a transaction of its own: that of the redemption is rolled back. What was never issued is
 * kept as a keyed hash only.
 */
export async function noteTry(
  ctx: Context,
  { code, learner_id, reason }: { code: string; learner_id: string; reason: TryReason },
): Promise<void> {
  const by = callerOf(ctx.actor);
  if (!by) return;
  const isCode = reason !== 'unknown';
  const detail = isCode ? await detailOf(ctx, code, reason) : 0;
  const one = { learner_id, code: isCode ? code : null, code_hash: ctx.refs.hashOf(code), reason, detail, ...by };
  if (await insertTry(ctx, one)) ctx.changed(tryKind);
}

function callerOf(actor: Actor): Pick<StoredTry, 'by_kind' | 'by_name'> | undefined {
  if ('staffIdx' in actor) return { by_kind: 'staff', by_name: actor.staffId };
  return 'keyIdx' in actor ? { by_kind: 'key', by_name: actor.name } : undefined;
}

/** What the message of the reason tells, as it is now; 0 if that has changed since. */
async function detailOf(ctx: Context, code: string, reason: TryReason): Promise<number> {
  const stored = await findCode(ctx.db, code);
  if (stored && stored.cg_idx !== null) {
    const { activated_date: used, cancelled_at: canceled, valid_until: expired, valid_from: not_yet } = stored;
    return { used, canceled, expired, not_yet }[reason as 'used'] ?? 0;
  }
  const event = await findEventOfCode(ctx.db, code);
  const { from: event_waiting = 0, until: event_completed = 0, participant_limit: event_full = 0 } = event ?? {};
  return { event_waiting, event_completed, event_full }[reason as 'event_full'] ?? 0;
}

/** Refused tries of a learner, of a code, or of a learner with that code, the newest first. */
export async function listTries(
  ctx: Context,
  { learner_id, code }: { learner_id?: string | undefined; code?: string | undefined },
  page: { limit: number; offset?: number },
): Promise<RefusedTry[]> {
  const code_hash = code === undefined ? undefined : ctx.refs.hashOf(code);
  const found = await selectTries(ctx, { learner_id, code_hash }, page);
  return found.map(({ by_kind, by_name, detail, ...one }) => ({
    ...one,
    by: by_kind === 'key' ? by_name : by_kind,
    staff_id: by_kind === 'staff' ? by_name : null,
    ref: ctx.refs.of(one.learner_id),
    text: textOf(ctx, one.reason, detail),
  }));
}

/** Why a code was refused in the last 90 days, in words, and how often; the most frequent reason first. */
export const countTries = async (ctx: Context, code: string): Promise<{ text: string; times: number }[]> =>
  (await sumTries(ctx, ctx.refs.hashOf(code))).map(({ reason, detail, times }) => ({
    text: textOf(ctx, reason, detail),
    times,
  }));

/** Why it was refused, in words to read out. */
const textOf = (ctx: Context, reason: TryReason, detail: number): string =>
  ctx.text(tryReasons[reason], { time: detail > 0 ? timeText(ctx, detail) : '—', count: detail });
