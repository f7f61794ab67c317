import { isZone } from '#kernel/text/zoned-time.rules.ts';

/** A value as shown in a difference; null if absent. */
export type Shown = string | number | boolean | null;

/** One differing field; its path has one name per level, and is empty if the whole value is meant. */
export interface Change {
  path: string[];
  before: Shown;
  after: Shown;
}

/** The fields in which two stored values differ, in stored order; equal fields are omitted. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const old = new Map(leaves(before, []));
  const now = new Map(leaves(after, []));
  const keys = new Set([...old.keys(), ...now.keys()]);
  return [...keys]
    .map((key) => ({ path: pathOf(key), before: old.get(key) ?? null, after: now.get(key) ?? null }))
    .filter((change) => change.before !== change.after);
}

// Map keys are compared by identity, so paths are stored as text and converted back at the end.
const keyOf = (path: readonly string[]) => JSON.stringify(path);
const pathOf = (key: string): string[] => JSON.parse(key);

function leaves(value: unknown, path: readonly string[]): [string, Shown][] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return [[keyOf(path), value]];
  }
  // A list of plain values reads best on one line.
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return [[keyOf(path), value.join(', ')]];
  }
  return Object.entries(value).flatMap(([name, item]) =>
    leaves(item, [...path, Array.isArray(value) ? String(Number(name) + 1) : name]),
  );
}

/** The seconds of a timestamp as stored in trails, '2027-01-31T15:00:00Z'; undefined for any other value. */
export function momentIn(value: Shown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value)) return undefined;
  const at = Date.parse(value) / 1000;
  return Number.isNaN(at) ? undefined : at;
}

/**
 * A local time as stored in trails, '2027-01-31 09:00 Asia/Seoul'. `clock` is the local time read as UTC, in seconds,
 * because an hour repeated by a clock change has only one text. Undefined for any other value.
 */
export function zonedIn(value: Shown): { clock: number; zone: string } | undefined {
  const [, day, time, zone] = (typeof value === 'string' && /^(\d{4}-\d\d-\d\d) (\d\d:\d\d) (\S+)$/.exec(value)) || [];
  const clock = Date.parse(`${day}T${time}:00Z`) / 1000;
  return zone === undefined || Number.isNaN(clock) || !isZone(zone) ? undefined : { clock, zone };
}

/** A text without the folders that files are stored in: 'images/book/1760bedc-…/page_1.jpg' is 'page_1.jpg'. */
export const withoutFolders = (text: string): string =>
  text.replaceAll(/(?<![\w/-])(?:[\w-]+\/)+[\da-f]{8}-[\da-f-]{27}\/(?=[^\s/])/g, '');
