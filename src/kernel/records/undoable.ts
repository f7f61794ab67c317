import type { Context } from '../work/context.ts';
import type { Acts, ActUndo, Foreseen, KeptRecord, Undone } from './act-undo.ts';
import type { Act } from './acts.ts';
import type { OrderKind } from './sequence.ts';
import type { ActPart, UndoableKind } from './undo.ts';
import type { Versioned } from './versions.ts';

/*
 * How acts on a kind of record are taken back, declared with the kind. What comes back, what was set since, and what is
 * kept is decided by `revert` in kernel/changesets, from the act itself.
 */

type Values = Readonly<Record<string, unknown>>;

/** Fields come back: each has its value of before the act again, unless it was set since. */
export interface FieldsBack {
  /** Sets these values on the record, as its editor would; if an act is taken back, it is `of`. */
  write: (ctx: Context, id: string, values: Values, of?: number) => Promise<unknown>;
  /** Throws if former values can no longer be set, as the file of one is gone. */
  require?: (ctx: Context, values: Values, id: string) => Promise<void>;
  /** By field, others whose values depend on each other: it comes back only if none of them was set since. */
  related?: Readonly<Record<string, readonly string[]>>;
  /** By field, what of its value says which part of it is set: only acts that set the same part count. */
  partOf?: Readonly<Record<string, (value: unknown) => object>>;
  /** Fields of which each part comes back for itself. */
  inParts?: Readonly<Record<string, FieldInParts>>;
  /** Locks the record until the transaction ends, where values are made from what it has. */
  lock?: (ctx: Context, id: string) => Promise<unknown>;
  /** If nothing can come back, the undo is not refused: the record is kept and named. */
  refuses?: false;
}

/** A field such as texts by language, which are set one by one. */
export interface FieldInParts {
  /** The parts that differ between two values of the field, by their paths in it. */
  differing: (before: unknown, after: unknown) => string[][];
  /** The value that the record has, with these parts as they are in an earlier one. */
  merge: (ctx: Context, id: string, earlier: { value: unknown; paths: readonly string[][] }) => Promise<unknown>;
}

/** What was added goes: it is removed under the rules of its kind. Refused once anything was done to it. */
export interface Removal {
  remove: (ctx: Context, id: string, of: number) => Promise<unknown>;
}

/** What was deleted comes back: what the act `of` deleted is inserted, with its key. */
export interface Insertion {
  insert: (ctx: Context, id: string, of: number) => Promise<unknown>;
  /** Throws if it cannot come back, or no longer. */
  require?: (ctx: Context, id: string, of: number) => Promise<void>;
}

/** The record is as before the act, where the trail does not say it field by field. Refused once anything was done to it. */
export interface WholeBack<Former = never> {
  /** Writes what it was. With `isPart`, answers false if its part is no longer as the act left it. */
  whole: (ctx: Context, id: string, former: Former) => Promise<unknown>;
  /** What it was, if the act did not store that with `storeFormer`. */
  former?: (act: Act) => unknown;
  require?: (ctx: Context, id: string, former: Former) => Promise<void>;
  /** Other changes of the record do not matter, only those of the part that the act changed. */
  isPart?: true;
}

/** An order: the records that the act moved are put back in the places they take up now. Refused once one was moved again. */
export interface OrderBack {
  order: OrderKind;
}

/** Contents: what the act added goes, what it removed comes back, but for items that were added or removed since. */
export interface ContentsBack {
  /** The kind of record that contains them, and the growing part of its versions that they are. */
  contents: { entity: string; part: string };
  versionsOf: (id: string) => Versioned;
  /** Locks the record until the transaction ends; throws if its contents must stay. */
  lock: (ctx: Context, id: string) => Promise<void>;
  /** Which of these items it contains, and which still exist, by their keys. */
  listNow: (
    ctx: Context,
    id: string,
    keys: readonly string[],
  ) => Promise<{ contained: Set<string>; existing: Set<string> }>;
  /** An item that is kept, by its key and its name in the version. */
  named: (key: string, name: string) => Omit<KeptRecord, 'reason'>;
  /** Takes and gives items, by their keys, as a new version; returns its number. */
  exchange: (
    ctx: Context,
    id: string,
    items: { takes: readonly string[]; gives: readonly string[] },
  ) => Promise<number>;
}

/** What a set of records becomes, beside those that somebody changed since. */
export interface SetForeseen extends Pick<Foreseen, 'effects' | 'lostIn' | 'live'> {
  /** Records that nobody changed and that are kept nevertheless, and the first of them. */
  staying?: { count: number; first: KeptRecord[] };
}

/** Records of one act, which one statement takes back where nobody changed them since. */
export interface SetBack {
  set: UndoableKind;
  /** `same` is the number of records that are as the act left them. */
  foresee?: (ctx: Context, part: ActPart, same: number) => Promise<SetForeseen>;
  /** Why a record that was changed since is kept, by the parts of its state that differ; a message key. */
  reason?: (differs: readonly string[]) => string;
  /** Records that were deleted since count as kept. */
  countsGone?: true;
  /** Locks the records until the transaction ends, if more than their rows is locked, or in another order than by their key. */
  lock?: (ctx: Context, part: ActPart) => Promise<unknown>;
  /** Takes them back. */
  write: (ctx: Context, acts: Acts) => Promise<Pick<Undone, 'back' | 'outcome'> & { kept?: number }>;
  /** `write` locks the records and answers how many it keeps. */
  locks?: true;
}

/** Records of several kinds that one act changed: those of each are taken back by a statement of their own, all or none. */
export interface SetsBack {
  sets: () => readonly SetBack[];
}

/** What one kind of change did when a set of changes was applied: to fields, and by acts that have their own undo. */
export interface Step {
  kind: string;
  records: { id: string; before: Record<string, unknown>; after: Record<string, unknown> }[];
  acts: number[];
}

/** A set of changes that was applied: its steps are taken back, the last one first. */
export interface StepsBack {
  steps: (ctx: Context, act: number) => Promise<Step[]>;
  /** Why the trail says that records change. */
  because: (ctx: Context, id: string) => Promise<string>;
}

/** Records that a set of changes changed, with what it did to each stored by the act: fields come back, also of some. */
export interface EffectsBack {
  /** The kinds of changes, each of other records, see `kinds.ts` in kernel/changesets. */
  effects: readonly [string, ...string[]];
  /** Why the trail says that records change. */
  because: (ctx: Context) => string;
}

/** How an act is taken back. */
export type Reverting =
  | FieldsBack
  | Removal
  | Insertion
  | WholeBack
  | OrderBack
  | ContentsBack
  | SetBack
  | SetsBack
  | StepsBack
  | EffectsBack
  | ActUndo;

/** How the acts on a kind of record are taken back. */
export interface UndoableRecord {
  /** How an edit is taken back, from the history of the record or as an act: only of these fields. */
  restore?: FieldsBack & { fields: readonly string[] };
  /** How a record that was added goes, and one that was deleted comes back. */
  existence?: Partial<Removal & Insertion>;
  /** Other acts, by the verb of their audit row: `{ reordered: { order } }`. */
  undo?: Readonly<Record<string, Reverting>>;
  /** Only people undo them: no key opens the calls that did them, so none takes them back. */
  byPeople?: true;
}
