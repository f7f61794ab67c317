/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A value of a version as text; null or absent becomes an empty string. */
export function jsonText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

type State = { [key: string]: Json };

/** One field, by path, before and after; a side is absent if the field did not exist. */
export interface VersionChange {
  path: string[];
  before?: Json;
  after?: Json;
}

/** The differences between two states, in key order. Objects are compared field by field, lists as a whole. */
export function differences(before: object, after: object, path: string[] = []): VersionChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted((a, b) => (a < b ? -1 : 1));
  return keys.flatMap((key): VersionChange[] => {
    const [old, now] = [own(before, key), own(after, key)];
    const at = [...path, key];
    if (isObject(old) && isObject(now)) return differences(old, now, at);
    if (isSame(old, now)) return [];
    return [{ path: at, ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) }];
  });
}

/** How many fields of a part were added, removed or changed. */
interface PartSummary {
  added?: number;
  removed?: number;
  changed?: number;
  /** The new value of a boolean field. */
  on?: boolean;
}

/** A short summary of what a version changed, by part. */
export type VersionSummary = Record<string, PartSummary>;

/**
 * Summarizes changes by part. The parts of a state are its fields, or the fields of those that are objects
 * ('texts.ko'). Each field that grows counts as one part, so that a summary stays short however much has changed.
 */
export function summaryOf(changes: readonly VersionChange[], grown: readonly VersionChange[] = []): VersionSummary {
  const summary: VersionSummary = {};
  const count = (part: string, { before, after }: VersionChange) => {
    const what = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    const counts = (summary[part] ??= {});
    counts[what] = (counts[what] ?? 0) + 1;
    if (typeof before === 'boolean' && typeof after === 'boolean') counts.on = after;
  };
  for (const change of changes) count(change.path.slice(0, 2).join('.'), change);
  for (const change of grown) count(change.path[0] ?? '', change);
  return summary;
}

/** The state before these changes, which are given newest first. */
export function withoutChanges<S extends object>(state: S, changes: readonly VersionChange[]): S {
  const result = structuredClone(state);
  for (const change of changes) {
    const parents = change.path.slice(0, -1);
    const parent = parents.reduce<Json | undefined>(
      (at, key) => (isObject(at) ? own(at, key) : undefined),
      result as State,
    );
    const key = change.path.at(-1);
    if (!isObject(parent) || key === undefined) continue;
    if (change.before === undefined) delete parent[key];
    else parent[key] = structuredClone(change.before);
  }
  return result;
}

const isObject = (value: Json | undefined): value is State =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (state: object, key: string): Json | undefined =>
  Object.hasOwn(state, key) ? (state as State)[key] : undefined;

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, n) => isSame(item, b[n]));
  if (isObject(a) && isObject(b)) return differences(a, b).length === 0;
  return a === b;
}
