import { isDeepStrictEqual } from 'node:util';
import { differencesOf } from '#features/audit/audit-changes.public.ts';
import type { Plan, PlannedChange } from '#kernel/work/approval.ts';
import type { EditedParts } from '../approval.store.ts';
import { type EditableChange, hasItemsAt, isPath } from './editable.rules.ts';

/**
 * How a plan differs from the proposed one, whatever was asked for: so a person also sees what went with what they left out.
 */
export function differenceOf(proposed: Plan, plan: Plan, editable: readonly EditableChange[]): EditedParts {
  const now = pairsOf(proposed.changes, plan.changes);
  const own = proposed.changes.map((change, index) => ({ change, index })).filter(({ change }) => !isFigures(change));
  return {
    left: own.filter(({ change }) => !now.has(change)).map(({ change }) => change),
    edited: own.flatMap(({ change, index }) => {
      const is = now.get(change);
      const of = editable[index];
      const isEditable = (path: readonly string[]) =>
        of !== undefined && (of.fields.some((field) => isPath(field.path, path)) || hasItemsAt(of, path));
      const sides = change.after === null ? [change.before, is?.before] : [change.after, is?.after];
      const differing = is ? differencesOf(sides[0], sides[1]).filter(({ path }) => isEditable(path)) : [];
      if (differing.length === 0) return [];
      // A list of items is compared as one text, and named by its items.
      const listAt = (side: unknown, path: readonly string[]) =>
        of && hasItemsAt(of, path) ? (Object(side)[path[0] ?? ''] ?? null) : undefined;
      const side = (name: 'before' | 'after') =>
        nested(
          differing.map((one) => {
            const list: unknown = listAt(sides[name === 'before' ? 0 : 1], one.path);
            return { path: one.path, value: list === undefined ? one[name] : list };
          }),
        );
      return [{ ...change, before: side('before'), after: side('after') }];
    }),
  };
}

const isFigures = ({ entity }: PlannedChange) => entity.endsWith('_act');

/** Each proposed change with what has become of it: new records have other keys each time, so those are told by content. */
function pairsOf(proposed: readonly PlannedChange[], now: readonly PlannedChange[]): Map<PlannedChange, PlannedChange> {
  const left = new Set(now);
  const pairs = new Map<PlannedChange, PlannedChange>();
  const pair = (is: (one: PlannedChange, other: PlannedChange) => boolean) => {
    for (const one of proposed) {
      const other = pairs.has(one) ? undefined : [...left].find((candidate) => is(one, candidate));
      if (!other) continue;
      pairs.set(one, other);
      left.delete(other);
    }
  };
  const isAlike = (one: PlannedChange, other: PlannedChange) =>
    one.entity === other.entity && one.action === other.action && (one.before === null) === (other.before === null);
  pair((one, other) => isAlike(one, other) && one.id === other.id);
  pair((one, other) => isAlike(one, other) && one.before === null && isDeepStrictEqual(one.after, other.after));
  for (const key of ['bid', 'cid', 'title', 'name', 'word', 'sentence'])
    pair((one, other) => isAlike(one, other) && one.before === null && hasSame(key, one.after, other.after));
  return pairs;
}

const hasSame = (key: string, one: unknown, other: unknown): boolean =>
  Object(one)[key] !== undefined && Object(one)[key] === Object(other)[key];

/** An object that has these values under their paths. */
export function nested(values: readonly { path: readonly string[]; value: unknown }[]): object {
  const root = Object.create(null);
  for (const { path, value } of values) {
    let holder = root;
    for (const name of path.slice(0, -1)) holder = holder[name] ??= Object.create(null);
    holder[path.at(-1) ?? ''] = value;
  }
  return root;
}
