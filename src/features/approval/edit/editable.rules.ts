import { differencesOf } from '#features/audit/audit-changes.public.ts';
import type { PlannedChange } from '#kernel/work/approval.ts';
import type { FieldValue, PlanEdits } from '../approval.store.ts';

/** Where the body gives a value: an object and its key there, or an item of a list. */
type Said = { holder: Record<string, unknown>; key: string } | { list: unknown[]; value: unknown };

/** A field of a change that the call says by itself. */
export interface EditableField {
  path: string[];
  before: FieldValue;
  proposed: FieldValue;
  said: Said;
}

/** What can be edited of a change in a plan. */
export interface EditableChange {
  change: number;
  /** How the call does without it; undefined if it cannot. */
  leave: (() => void) | undefined;
  fields: EditableField[];
}

/** A record of a plan, with the names by which a call may know it, the likeliest first. */
export interface NamedChange extends Pick<PlannedChange, 'entity' | 'before' | 'after'> {
  names: readonly string[];
}

/**
 * What of a plan its call says so plainly that it can be left out or be given another value: where the body names a record
 * in a list, and where it gives the very value that the plan shows. The functions change this body.
 */
export function editableIn(body: unknown, changes: readonly NamedChange[]): EditableChange[] {
  const elements = elementsIn(body);
  return changes.map((change, index) => {
    const isFigures = change.entity.endsWith('_act');
    const element = elementOf(elements, change);
    return {
      change: index,
      leave: isFigures ? undefined : leaveOf(body, change, element),
      fields: isFigures
        ? []
        : [
            ...differencesOf(change.before, change.after).flatMap(({ path, before, after }) => {
              const said = saidBy(element?.value ?? body, path, after);
              return said ? [{ path, before, proposed: after, said }] : [];
            }),
            ...(element ? [] : itemsIn(body, change)),
          ],
    };
  });
}

interface Element {
  list: unknown[];
  value: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): value is FieldValue => typeof value !== 'object' && value !== undefined;

/** Every list within a value. */
function listsIn(value: unknown): unknown[][] {
  if (Array.isArray(value)) return [value, ...value.flatMap(listsIn)];
  return isRecord(value) ? Object.values(value).flatMap(listsIn) : [];
}

interface Elements {
  all: readonly Element[];
  /** By each id that they are or have. */
  named: ReadonlyMap<string, readonly Element[]>;
}

/** The elements of every list of a body. */
function elementsIn(body: unknown): Elements {
  const all = listsIn(body).flatMap((list) => list.map((value) => ({ list, value })));
  const named = new Map<string, Element[]>();
  for (const one of all)
    for (const name of namesOf(one.value)) {
      const known = named.get(name);
      if (known) known.push(one);
      else named.set(name, [one]);
    }
  return { all, named };
}

const isKey = /^(id|bid|cid|code|ref|\w+_id|\w+_?idx)$/;

/** The ids that an element of a list is or has. */
function namesOf(value: unknown): Set<string> {
  if (!isRecord(value)) return new Set(isScalar(value) ? [String(value)] : []);
  const ids = Object.entries(value).filter(([key, of]) => isKey.test(key) && isScalar(of));
  return new Set(ids.map(([, of]) => String(of)));
}

/** The element of a list that stands for a record: its id, or an object that has it. */
function elementOf({ all, named }: Elements, { names, before, after }: NamedChange): Element | undefined {
  for (const name of names) {
    const found = named.get(name) ?? [];
    if (found[0]) return found.length === 1 ? found[0] : undefined;
  }
  const made = before === null && isRecord(after) ? all.filter(({ value }) => isMadeFrom(value, after)) : [];
  return made.length === 1 ? made[0] : undefined;
}

/** Whether something new is what an element describes: they agree in all fields that both have. */
function isMadeFrom(value: unknown, after: Record<string, unknown>): boolean {
  if (!isRecord(value)) return false;
  const shared = Object.keys(value).filter((key) => Object.hasOwn(after, key) && isScalar(value[key]));
  return shared.length > 0 && shared.every((key) => isSame(value[key], after[key]));
}

const isSame = (given: unknown, shown: unknown): boolean =>
  isScalar(given) && isScalar(shown) && String(given ?? '') === String(shown ?? '');

function leaveOf(body: unknown, { names }: NamedChange, element: Element | undefined): EditableChange['leave'] {
  if (element) return () => removeFrom(element.list, element.value);
  const [name] = names;
  const selected = [body, Object(body)['selection']].find((of) => isRecord(of) && 'filter' in of);
  if (!isRecord(selected) || name === undefined) return undefined;
  return () => {
    const known: unknown[] = Array.isArray(selected['except']) ? selected['except'] : [];
    selected['except'] = [...known, name];
  };
}

/** The items of a list that a plan shows, where a list of the body gives each of them once. */
function itemsIn(body: unknown, { before, after }: NamedChange): EditableField[] {
  for (const side of [after, before]) {
    for (const [name, shown] of Object.entries(isRecord(side) ? side : {})) {
      if (!Array.isArray(shown) || shown.length < 2 || !shown.every(isScalar)) continue;
      for (const list of listsIn(body)) {
        const given = shown.map((item) => list.filter((value) => isShownAs(value, String(item))));
        if (!given.every(({ length }) => length === 1)) continue;
        return shown.map((item, index) => ({
          path: [name, String(index + 1)],
          before: side === before ? item : null,
          proposed: side === before ? null : item,
          said: { list, value: given[index]?.[0] },
        }));
      }
    }
  }
  return [];
}

/** Whether a plan has an element of a list as this: its value, or its values, as `book:7`. */
function isShownAs(value: unknown, shown: string): boolean {
  if (!isRecord(value)) return isScalar(value) && String(value) === shown;
  const parts = Object.values(value).map(String);
  return parts.join(':') === shown || parts.toReversed().join(':') === shown;
}

/** Where a value is given that a plan shows; undefined if nowhere, or in several places. */
function saidBy(value: unknown, path: readonly string[], shown: FieldValue): Said | undefined {
  const key = path.findLast((name) => !/^\d+$/.test(name));
  if (key === undefined) return undefined;
  const holders = holdersIn(value).filter((holder) => Object.hasOwn(holder, key) && isSame(holder[key], shown));
  const [holder] = holders;
  return holder && holders.length === 1 ? { holder, key } : undefined;
}

/** Every object within a value. */
function holdersIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(holdersIn);
  return isRecord(value) ? [value, ...Object.values(value).flatMap(holdersIn)] : [];
}

/** Takes a value out of a list, if it is still there. */
function removeFrom(list: unknown[], value: unknown): void {
  const at = list.indexOf(value);
  if (at !== -1) list.splice(at, 1);
}

/** Whether two paths are of the same field. */
export const isPath = (one: readonly string[] | undefined, other: readonly string[]): boolean =>
  one !== undefined && one.length === other.length && one.every((name, at) => name === other[at]);

/** Whether a field is an item of a list, which is left out but given no other value; its path ends with its place, from 1. */
export const isItem = ({ said }: EditableField): boolean => 'list' in said;

/** Whether the field of a path is shown for an item of a list that can be left out. */
export const hasItemsAt = ({ fields }: EditableChange, path: readonly string[]): boolean =>
  fields.some((field) => isItem(field) && isPath(field.path.slice(0, -1), path));

/** Changes the body as a person wants it; false if something of that cannot be done by itself. */
export function applyEdits(editable: readonly EditableChange[], { left, values }: PlanEdits): boolean {
  const fieldOf = (change: number, path: readonly string[]) =>
    editable[change]?.fields.find((field) => isPath(field.path, path));
  const set = values.map(({ change, path, value }) => ({ said: fieldOf(change, path)?.said, value }));
  const gone = left.flatMap(({ change, path }) => (path ? [fieldOf(change, path)?.said] : []));
  const whole = left.flatMap(({ change, path }) => (path ? [] : [editable[change]?.leave]));
  for (const { said, value } of set) {
    if (!said || 'list' in said) return false;
    said.holder[said.key] = value;
  }
  for (const said of gone) {
    if (!said) return false;
    if ('list' in said) removeFrom(said.list, said.value);
    else delete said.holder[said.key];
  }
  for (const leave of whole) {
    if (!leave) return false;
    leave();
  }
  return true;
}
