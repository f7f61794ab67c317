/** A comma at which a body is split: between two elements of a long list, or between such a list and the next field. */
export interface Cut {
  /** The position of the comma in bytes. */
  at: number;
  /** What it separates: elements of the body, of a field of the body, or the fields themselves. */
  between: 'elements' | 'elements of a field' | 'fields';
  /** The name of the field that holds the list, with its quotes. */
  name?: string;
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
  let name: readonly [from: number, to: number] = [0, 0];
  let values = 0;
  let cutValues = 0;
  let cutAt = 0;
  let pause = stepBytes;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x22) {
      const end = stringEnd(bytes, at + 1);
      if (open.length === 1) name = [at, end + 1];
      at = end;
    } else if (byte === 0x5b || byte === 0x7b) {
      values++;
      if (open.push(byte) > maxDepth) return 'depth';
    } else if (byte === 0x5d || byte === 0x7d) {
      open.pop();
    } else if (byte === 0x2c) {
      values++;
      const cut =
        values - cutValues > partValues || at - cutAt > partBytes
          ? listCut(open, at, () => textOf(bytes, ...name))
          : fieldCut(open, at, cuts.at(-1));
      if (cut) {
        cuts.push(cut);
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

/** Lists can be split if they are the body itself or a field of it. */
function listCut(open: readonly number[], at: number, name: () => string): Cut | undefined {
  if (open.at(-1) !== 0x5b) return undefined;
  if (open.length === 1) return { at, between: 'elements' };
  return open.length === 2 && open[0] === 0x7b ? { at, between: 'elements of a field', name: name() } : undefined;
}

/** The fields after a split list are a part of their own: one of the same name replaces the list as a whole. */
const fieldCut = (open: readonly number[], at: number, last: Cut | undefined): Cut | undefined =>
  open.length === 1 && open[0] === 0x7b && last?.between === 'elements of a field'
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
