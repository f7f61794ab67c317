import { lockEvents, shiftPlaces } from '#features/event/event-of-code.public.ts';
import type { KeptRecord } from '#kernel/records/act-undo.ts';
import { type ActPart, lockRecords, type UndoableKind, untouchedRecords } from '#kernel/records/undo.ts';
import type { SetBack } from '#kernel/records/undoable.ts';
import type { Context } from '#kernel/work/context.ts';
import { lockLearners } from '../learner-lock.ts';
import { registrationMessages } from '../registration.messages.ts';
import { registrationEntity } from '../registration.public.ts';
import { type ConcernedRegistration, type PlacedRegistration, placesTaken, planMove } from './move.rules.ts';
import { findStaying, type Returning } from './move-back.rules.ts';
import {
  listEventsOf,
  lockConcerned,
  type Movable,
  placement,
  readConcerned,
  readMoved,
  readReturning,
  writePlaced,
} from './move.store.ts';

/** What a move does. */
export interface Move {
  /** What both learners have of the collections and events of what moves. */
  rows: readonly ConcernedRegistration[];
  /** Which of them move. */
  moving: ReadonlySet<number>;
  placed: readonly PlacedRegistration[];
  /** How many places of each event are taken more, or less. */
  places: ReadonlyMap<number, number>;
}

/** What a move would do now. */
export const foreseeMove = async (ctx: Context, movable: Movable): Promise<Move> =>
  readMove(ctx, movable, await listEventsOf(ctx, movable));

async function readMove(ctx: Context, movable: Movable, events: readonly number[]): Promise<Move> {
  const rows = await readConcerned(ctx, movable, events);
  const moving = new Set(rows.filter(({ moves }) => moves).map(({ reg_idx }) => reg_idx));
  const placed = planMove(rows, moving, movable.to);
  return { rows, moving, placed, places: placesTaken(placed) };
}

/**
 * Moves registrations to another learner as part of an act. Events are locked first, as by learners who join; who calls has
 * locked both learners.
 */
export async function moveRegistrations(ctx: Context, act: number, movable: Movable): Promise<Move> {
  const events = await listEventsOf(ctx, movable);
  await lockEvents(ctx.db, events);
  await lockConcerned(ctx, movable);
  const move = await readMove(ctx, movable, events);
  const { placed, places } = move;
  if ((await shiftPlaces(ctx.db, places)).length > 0) throw registrationMessages.error(409, 'registration.no_place');
  await writePlaced(ctx, act, placed);
  for (const { row } of placed) ctx.changed(registrationEntity, row.reg_idx);
  return move;
}

const moved: UndoableKind = {
  entity: registrationEntity,
  table: 'registration',
  id: 'reg_idx',
  key: 'reg_idx',
  state: placement,
  // Two that became one come apart together.
  whole: true,
};

/** What can come back of an act, and what is kept although nobody changed it since. */
interface Back {
  placed: PlacedRegistration[];
  staying: KeptRecord[];
}

function planBack(returning: readonly Returning[]): Back {
  const staying = findStaying(returning);
  return {
    placed: returning.flatMap(({ row, former }) => (former && !staying.has(row.reg_idx) ? [{ row, is: former }] : [])),
    staying: [...staying].map(([id, reason]) => ({ entity: registrationEntity, id: String(id), reason })),
  };
}

const readBack = async (ctx: Context, part: ActPart): Promise<Back> =>
  planBack(await readReturning(ctx, untouchedRecords(part, moved)));

/** A move comes back where nobody changed a registration since, an event has room, and the learner has not joined it again. */
export const moveBack: SetBack = {
  set: moved,
  foresee: async (ctx, part) => {
    const { staying } = await readBack(ctx, part);
    return { staying: { count: staying.length, first: staying } };
  },
  locks: true,
  write: async (ctx, { of, act, only }) => {
    const part = { of, only };
    const { events, count, learners } = await readMoved(ctx, of);
    await lockEvents(ctx.db, events);
    // Who is being erased meanwhile comes back under the pseudonym.
    await lockLearners(ctx.db, learners);
    await lockRecords(ctx.db, part, moved);
    const { placed } = await readBack(ctx, part);
    if ((await shiftPlaces(ctx.db, placesTaken(placed))).length > 0)
      throw registrationMessages.error(409, 'registration.no_place');
    await writePlaced(ctx, act, placed);
    return { back: placed.length, kept: count - placed.length };
  },
};
