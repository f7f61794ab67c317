import { isDeepStrictEqual } from 'node:util';
import type { Json } from '#kernel/records/version-changes.rules.ts';

/** What a cell holds: a field, an order, the text of a word. A cell of a record that does not exist is undefined. */
export type Value = Json | undefined;

/** What an act did to one cell. */
export interface Effect {
  cell: string;
  /** What later acts are compared by: a field is set, a record in an order is moved. */
  token: string;
  before: Value;
  after: Value;
  /** The cell after the undo; the value before, unless others may change the cell and leave this effect as it is. */
  back?: (now: Value) => Value;
}

/** What an undo gives back together, or keeps. */
export interface Unit {
  effects: Effect[];
  /** Whether what an act that stands did since keeps it. */
  isStoppedBy: (token: string) => boolean;
  /** What else keeps it, by what there is now and what acts that stand did since. */
  isBlocked?: (now: ReadonlyMap<string, Value>, since: readonly string[]) => boolean;
  /** Cells that must exist: a word for its sentence, a series for its level. */
  needs?: string[];
  /** The record, as the undo of some records names it. */
  id?: string;
  /** What is known of it by its value alone: it may come back if somebody set it to the same value since. */
  isByValue?: boolean;
  /** What it added and others removed since is no reason to keep the rest. */
  ignoresRemoved?: boolean;
  undone?: boolean;
  /** To later undos, it may count as undone: an undo found it as it was before, or gave back the rest of its record. */
  mayBeUndone?: boolean;
}

/**
 * How an act is undone: the fields of a record one by one, refused if none is free; one thing or nothing; record by record
 * (also for some of them); or, for a release, field by field.
 */
type UndoRule = 'fields' | 'whole' | 'records' | 'many';

export interface ModelAct {
  name: string;
  /** Its number in the trail. */
  act: number;
  /** What it is known by in each run of the same acts. */
  key: string;
  rule: UndoRule;
  units: Unit[];
  /** Undone as a whole. */
  over: boolean;
  /** Whether nothing of it can be undone now. */
  isBlocked?: (now: ReadonlyMap<string, Value>) => boolean;
}

/** What an undo should do. */
export interface Expected {
  back: Unit[];
  kept: Unit[];
  /** The product may do either. */
  open: Unit[];
  refused: boolean;
  /** The product may refuse it, too: there is nothing left to give back. */
  mayBeRefused: boolean;
  already: boolean;
}

/** The cells and acts of a library, by the rules that staff are log. */
export class Model {
  readonly now = new Map<string, Value>();
  readonly acts: ModelAct[] = [];
  /** What is done now: the seed of the turn. */
  turn = 0;

  get(cell: string): Value {
    return this.now.get(cell);
  }

  /** A cell with a text. */
  text(cell: string): string {
    const value = this.get(cell);
    return typeof value === 'string' ? value : '';
  }

  put(cell: string, value: Value): void {
    if (value === undefined) this.now.delete(cell);
    else this.now.set(cell, value);
  }

  /** What setting a cell does. */
  set(cell: string, after: Value, over: Partial<Effect> = {}): Effect {
    return { cell, token: cell, before: this.get(cell), after, ...over };
  }

  /** Notes an act that was done, with the units that changed anything. */
  done(
    name: string,
    act: number,
    rule: UndoRule,
    units: readonly Unit[],
    over: Pick<ModelAct, 'isBlocked'> = {},
  ): void {
    const changed = units
      .map((unit) => ({
        ...unit,
        effects: unit.effects.filter(({ before, after }) => !isDeepStrictEqual(before, after)),
      }))
      .filter(({ effects }) => effects.length > 0);
    for (const { effects } of changed) for (const { cell, after } of effects) this.put(cell, after);
    if (changed.length > 0)
      this.acts.push({ name, act, key: `${this.turn} ${name}`, rule, units: changed, over: false, ...over });
  }

  /** What the units that stand of later acts changed, by its tokens. */
  private since(act: ModelAct, counts: (unit: Unit) => boolean = () => true): string[] {
    return this.acts
      .slice(this.acts.indexOf(act) + 1)
      .flatMap(({ units }) => units.filter((unit) => !unit.undone && counts(unit)))
      .flatMap(({ effects }) => effects.map(({ token }) => token));
  }

  /** Whether a later act that stands changed these cells, or needs them to come back: this one undone first, not all would. */
  isCovered(act: ModelAct): boolean {
    const cells = new Set(act.units.flatMap(({ undone, effects }) => (undone ? [] : effects.map(({ cell }) => cell))));
    const later = this.acts.slice(this.acts.indexOf(act) + 1).flatMap(({ units }) => units);
    return later.some(
      ({ undone, effects, needs = [] }) =>
        !undone && [...needs, ...effects.map(({ cell }) => cell)].some((cell) => cells.has(cell)),
    );
  }

  expected(act: ModelAct, ids?: readonly string[]): Expected {
    const chosen = ids ? act.units.filter(({ id }) => id !== undefined && ids.includes(id)) : act.units;
    const left = chosen.filter(({ undone }) => !undone);
    const isGone = ({ effects, needs = [], ignoresRemoved }: Unit) =>
      needs.some((cell) => this.get(cell) === undefined) ||
      effects.some(
        ({ cell, before, after }) =>
          after !== undefined && this.get(cell) === undefined && !(ignoresRemoved && before === undefined),
      );
    const isStoppedIn = (tokens: readonly string[]) => (unit: Unit) =>
      tokens.some((token) => unit.isStoppedBy(token)) || unit.isBlocked?.(this.now, tokens) === true;
    const isKept = isStoppedIn(this.since(act, ({ mayBeUndone }) => !mayBeUndone));
    const mayBeStopped = isStoppedIn(this.since(act));
    const isSame = ({ effects }: Unit) => effects.every(({ cell, after }) => isDeepStrictEqual(this.get(cell), after));
    const isOpen = (unit: Unit) => (isKept(unit) ? unit.isByValue === true && isSame(unit) : mayBeStopped(unit));
    const open = left.filter((unit) => !isGone(unit) && isOpen(unit));
    const back = left.filter((unit) => !isGone(unit) && !mayBeStopped(unit));
    // Named again, what was undone before is kept.
    const kept = (ids ? chosen : left).filter((unit) => !back.includes(unit) && !open.includes(unit));
    const already = act.over || (ids !== undefined && left.length === 0);
    const isOne = act.rule === 'fields' || act.rule === 'whole';
    const mayBeRefused = isOne && open.length > 0 && back.length === 0;
    const goneOnes = isOne && left.some((unit) => isGone(unit));
    return {
      back,
      kept,
      open,
      already,
      refused: act.isBlocked?.(this.now) === true || (isOne && (goneOnes || (back.length === 0 && !mayBeRefused))),
      mayBeRefused,
    };
  }

  /** Whether all is as it was before an act that did this. */
  isAsBefore({ effects }: Unit): boolean {
    return effects.every(({ cell, before }) => isDeepStrictEqual(this.get(cell), before));
  }

  /** Takes these units back, the last one first. */
  takeBack(units: readonly Unit[]): void {
    for (const unit of units.toReversed()) {
      for (const { cell, before, back = () => before } of unit.effects.toReversed())
        this.put(cell, back(this.get(cell)));
      unit.undone = true;
    }
  }
}

/** A field as a unit of its own: kept if it was set since. */
export const field = (effect: Effect, over: Partial<Unit> = {}): Unit => ({
  effects: [effect],
  isStoppedBy: (token) => token === effect.token,
  ...over,
});

const idsIn = (value: Value) => (value ?? []) as number[];

/** A record that comes last in an order. */
export const appended = (model: Model, list: string, id: number): Effect => {
  const before = idsIn(model.get(list));
  const back = (now: Value) => idsIn(now).filter((one) => one !== id);
  return { cell: list, token: `${list} with ${id}`, before, after: [...before, id], back };
};

/** A record that leaves an order, and comes back at its place or last. */
export const removed = (model: Model, list: string, id: number): Effect => {
  const before = idsIn(model.get(list));
  const index = before.indexOf(id);
  const back = (now: Value) => idsIn(now).toSpliced(index, 0, id);
  return { cell: list, token: `${list} with ${id}`, before, after: before.filter((one) => one !== id), back };
};

/** A new order: those it moved are put back in the places they take up then, unless one of them was moved again. */
export function ordered(model: Model, list: string, wanted: readonly number[]): Unit {
  const before = idsIn(model.get(list));
  const moved = before.filter((id, nth) => id !== wanted[nth]);
  const first = before.findIndex((id, nth) => id !== wanted[nth]);
  const last = before.findLastIndex((id, nth) => id !== wanted[nth]);
  const part = moved.length === 0 ? [] : before.slice(first, last + 1);
  const back = (now: Value) => {
    const next = part.filter((id) => idsIn(now).includes(id)).values();
    return idsIn(now).map((id) => (part.includes(id) ? (next.next().value ?? id) : id));
  };
  const tokens = part.map((id) => `${list} moves ${id}`);
  const effects = (tokens.length > 0 ? tokens : [list]).map((token, nth) =>
    nth === 0
      ? { cell: list, token, before, after: [...wanted], back }
      : { cell: list, token, before, after: [...wanted], back: (now: Value) => now },
  );
  return { effects, isStoppedBy: (token) => tokens.includes(token) };
}
