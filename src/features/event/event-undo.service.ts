import type { ActUndo } from '#kernel/records/act-undo.ts';
import { getAct } from '#kernel/records/acts.ts';
import type { Context } from '#kernel/work/context.ts';
import { eventKind } from './event.service.ts';
import { findEvent, isPausedSince, lockEvent, storePause, updateEvent } from './event.store.ts';

/** Undoes pausing or resuming an event, unless it was paused or resumed again since. */
export const pauseUndo: ActUndo = {
  foresee: async (ctx, act) => {
    const { event, id, isAsLeft } = await findPaused(ctx, act, findEvent);
    const first = event && !isAsLeft ? [{ entity: eventKind, id: String(id), reason: 'undo.kept_edited' }] : [];
    return { back: isAsLeft ? 1 : 0, kept: first.length, first };
  },
  undo: async (ctx, { of, act }) => {
    const { event, id, isAsLeft, paused } = await findPaused(ctx, of, lockEvent);
    if (!isAsLeft) return { back: 0, kept: event ? 1 : 0 };
    await updateEvent(ctx, id, { paused: !paused });
    await storePause(ctx.db, { act, id, paused: !paused });
    ctx.changed(eventKind, id);
    return { back: 1, kept: 0, outcome: { paused: !paused } };
  },
};

/** The event that an act paused or resumed, and whether it is still as the act left it. */
async function findPaused(ctx: Context, act: number, find: typeof findEvent) {
  const { entity_id, action } = await getAct(ctx, act);
  const id = Number(entity_id);
  const paused = action === 'event.paused';
  const event = await find(ctx.db, id);
  const isAsLeft = event?.paused === paused && !(await isPausedSince(ctx.db, id, act));
  return { id, paused, event, isAsLeft };
}
