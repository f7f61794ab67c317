/** A comma at which a body is split: between two elements of a long list, or between such a list and the next field. */
export interface Cut {
  /** The position of the comma in bytes. */
  at: number;
  between: 'elements' | 'fields';
  /** Where the list or the fields are: the names of the fields around them, with their quotes; empty for the body itself. */
  path: string[];
}

/** Why a body is refused: too many values, nested too deeply, or a part that cannot be split. */
export type Excess = 'values' | 'depth' | 'part';

const maxDepth = 32;

// The size of a part that is parsed in one go. Elements of our lists are at most twice as long.
const partValues = 5000;
const partBytes = 512 * 1024;

// Bytes scanned per step.
const stepBytes = 1 << 20;

/**
 * Scans the brackets, commas and strings of a JSON text, well-formed or not, before parsing it. Counts its values and
 * finds where it can be split. Yields after every MiB.
 */
export function* scanJson(bytes: Uint8Array, mostValues: number): Generator<undefined, Cut[] | Excess> {
  const cuts: Cut[] = [];
  const open: number[] = [];
  const names: [from: number, to: number][] = [];
  let values = 0;
  let cutValues = 0;
  let cutAt = 0;
  let pause = stepBytes;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x22) {
      const end = stringEnd(bytes, at + 1);
      if (open.length > 0 && open.length < deepestList) names[open.length - 1] = [at, end + 1];
      at = end;
    } else if (byte === 0x5b || byte === 0x7b) {
      values++;
      if (open.push(byte) > maxDepth) return 'depth';
    } else if (byte === 0x5d || byte === 0x7d) {
      open.pop();
    } else if (byte === 0x2c) {
      values++;
      const isLong = values - cutValues > partValues || at - cutAt > partBytes;
      const cut = (isLong ? listCut(open, at) : undefined) ?? fieldCut(open, at, cuts.at(-1));
      if (cut) {
        const around = names.slice(0, open.length - 1);
        cuts.push({ ...cut, path: around.map((name) => textOf(bytes, ...name)) });
        cutValues = values;
        cutAt = at;
      }
    }
    if (values > mostValues) return 'values';
    if (values - cutValues > 2 * partValues || at - cutAt >= 4 * partBytes) return 'part';
    if (at > pause) {
      yield;
      pause = at + stepBytes;
    }
  }
  return cuts;
}

// A list is the body itself, a field of it, or a field of such a field.
const deepestList = 3;

const areObjects = (open: readonly number[]) => open.every((bracket) => bracket === 0x7b);

const listCut = (open: readonly number[], at: number): Pick<Cut, 'at' | 'between'> | undefined =>
  open.length <= deepestList && open.at(-1) === 0x5b && areObjects(open.slice(0, -1))
    ? { at, between: 'elements' }
    : undefined;

/** The fields after a split list are a part of their own: one of the same name replaces the list as a whole. */
const fieldCut = (
  open: readonly number[],
  at: number,
  last: Cut | undefined,
): Pick<Cut, 'at' | 'between'> | undefined =>
  last && open.length > 0 && open.length <= last.path.length && areObjects(open)
    ? { at, between: 'fields' }
    : undefined;

/** The position of the closing quote, or where the search ended if there is none or the text is too long. */
function stringEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  const most = Math.min(bytes.length, from + 4 * partBytes);
  while (at < most && bytes[at] !== 0x22) at += bytes[at] === 0x5c ? 2 : 1;
  return at;
}

/** The text of some bytes, as UTF-8. */
export const textOf = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString();
