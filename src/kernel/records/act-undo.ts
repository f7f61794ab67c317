import type { JobProgress } from '../jobs/job-progress.ts';
import type { Context } from '../work/context.ts';
import type { LastTouch } from './last-touch.ts';
import type { Referring } from './references.ts';
import type { ActPart } from './undo.ts';

/** A record that an undo leaves unchanged. */
export interface KeptRecord {
  entity: string;
  id: string;
  /** Why: a message key. */
  reason: string;
  /** Who did what keeps it, and when (seconds); without this, whoever touched it last. */
  touch?: LastTouch;
}

/** How many of the records kept are named. */
export const namedKept = 10;

/** What an undo does, in figures: a message, by its key, and its values. */
interface UndoEffect {
  text: string;
  values: Record<string, number>;
}

/** What an undo would do now. */
export interface Foreseen {
  /** How many records would return to their state before the act. */
  back: number;
  /** What exactly happens to them, if it is not that fields get back their values. */
  effects?: UndoEffect[];
  /** What contains the records it deletes only through others, and loses them. */
  lostIn?: Referring;
  /** How many would be kept as they are, and the first of them. */
  kept: number;
  first: KeptRecord[];
  /** How many of its records readers can see, if undoing needs the typed confirmation. */
  live?: number;
  /** The record of the act will be gone. */
  removes?: boolean;
}

/** The result of an undo: the same figures, and details for its audit row. */
export interface Undone extends Pick<Foreseen, 'back' | 'kept'> {
  before?: unknown;
  outcome?: Record<string, unknown>;
}

/** The act that is undone, as a whole or for some of its records, and the act that does it. */
export interface Acts extends ActPart {
  act: number;
}

/** How acts of one kind are undone. */
export interface ActUndo {
  /** Throws if the act as a whole cannot be undone, or no longer. */
  require?(ctx: Context, act: number): Promise<void>;
  /** `only` are the ids of some of its records, as `byRecord` allows. */
  foresee(ctx: Context, act: number, only?: readonly string[]): Promise<Foreseen>;
  /**
   * Undoes the act `of` as part of the act `act`; records changed since then are kept. A job passes `progress`, which
   * reports how far it is; the job can be stopped at these points.
   */
  undo(ctx: Context, acts: Acts, progress?: JobProgress): Promise<Undone>;
  /** How many records the act changed: if too many to wait for, a job undoes it. Without this method, never a job. */
  size?(ctx: Context, act: number): Promise<number>;
  /**
   * The kind of records for which it can be undone one by one: the act stores its effect on each, and so does its undo, and
   * only on those it takes back. Without it, an act is undone only as a whole.
   */
  byRecord?: string;
  /** Other kinds of records that the act stores its effects on too. Ids name these by kind and id, such as `series/12`. */
  byOthers?: readonly string[];
}

/** A record of an act by an id that calls name it by. */
export function recordOfAct({ byRecord = '', byOthers = [] }: ActUndo, id: string): { entity: string; id: string } {
  const entity = [byRecord, ...byOthers].find((kind) => id.startsWith(`${kind}/`));
  return entity === undefined ? { entity: byRecord, id } : { entity, id: id.slice(entity.length + 1) };
}

/** The id that names a record of an act. */
export const idInAct = ({ byRecord }: ActUndo, { entity, id }: { entity: string; id: string }): string =>
  entity === byRecord ? id : `${entity}/${id}`;

/** Whether an act can be undone for one of its records of a kind. */
export const isByRecord = ({ byRecord, byOthers = [] }: ActUndo, entity: string): boolean =>
  entity === byRecord || byOthers.includes(entity);
