import type { Context } from '../work/context.ts';
import type { ActUndo } from './act-undo.ts';
import { getAct } from './acts.ts';
import { requireNothingSince, undoneBy } from './fields-undo.ts';

const one = { back: 1, kept: 0, first: [] };

/** Undoes the creation of a record: `remove` deletes it under the rules of its kind. Refused once it was changed. */
export const creationUndo = (remove: (ctx: Context, id: string, of: number) => Promise<unknown>): ActUndo => ({
  require: requireNothingSince,
  foresee: async () => ({ ...one, removes: true }),
  undo: async (ctx, { of, act }) => {
    const { entity, entity_id: id } = await getAct(ctx, of);
    const done = await undoneBy(ctx, { entity, id, act }, (inner) => remove(inner, id, of));
    // The record is locked now: what was done to it in between stays.
    await requireNothingSince(ctx, of);
    return done;
  },
});

/** Undoes the deletion of a record: `restore` inserts what the act `of` deleted, with its key. */
export const deletionUndo = (restore: (ctx: Context, id: string, of: number) => Promise<unknown>): ActUndo => ({
  foresee: async () => one,
  undo: async (ctx, { of, act }) => {
    const { entity, entity_id: id } = await getAct(ctx, of);
    return undoneBy(ctx, { entity, id, act }, (inner) => restore(inner, id, of));
  },
});
