import { randomBytes } from 'node:crypto';
import { isChangedBySpreadsheet } from '#kernel/text/spreadsheet-fault.rules.ts';
import { codeAlphabet, codeLength } from './code.rules.ts';

/** Generates a number of random codes, sorted; they may collide with existing ones. */
export type DrawCodes = (count: number) => string[];

// A code is packed into a 64-bit number, two halves of six 5-bit letters: numbers sort ten times as fast as text.
const bits = 5;
const half = codeLength / 2;

/** A cryptographically random generator in which each letter of the alphabet (32 at most) is equally likely. */
export function drawFrom(alphabet: string): DrawCodes {
  const letters = Buffer.from(alphabet.split('').toSorted().join(''));
  // Bytes above the last multiple of the alphabet's size would favour its first letters, so they are skipped.
  const fair = 256 - (256 % letters.length);
  return (count) => {
    const codes = new BigUint64Array(count);
    const halves = new Uint32Array(codes.buffer);
    let [filled, packed, drawn] = [0, 0, 0];
    while (filled < halves.length) {
      for (const byte of randomBytes(Math.min(65_536, (halves.length - filled) * (half + 1)))) {
        if (byte >= fair) continue;
        packed = (packed << bits) | (byte % letters.length);
        if (++drawn < half) continue;
        halves[filled++] = packed;
        [packed, drawn] = [0, 0];
        if (filled === halves.length) break;
      }
    }
    // Typed arrays sort numerically by default; a comparison function would be ten times slower.
    // oxlint-disable-next-line typescript/require-array-sort-compare
    codes.sort();
    return textsOf(codes, letters);
  };
}

function textsOf(codes: BigUint64Array, letters: Uint8Array): string[] {
  const text = Buffer.alloc(codes.length * codeLength);
  new Uint32Array(codes.buffer).forEach((packed, nth) => {
    // The second half of a number comes first in memory (little-endian).
    const from = (nth ^ 1) * half;
    for (let index = half - 1, rest = packed; index >= 0; index--, rest >>>= bits)
      text[from + index] = letters[rest & 31] ?? 0;
  });
  return Array.from(codes, (_, nth) => text.toString('latin1', nth * codeLength, (nth + 1) * codeLength));
}

/** A generator without the codes that a spreadsheet reads as numbers: others are drawn in their place. */
export function withoutNumbers(draw: DrawCodes): DrawCodes {
  return (count) => {
    const codes = draw(count);
    const good = codes.filter((code) => !isChangedBySpreadsheet(code));
    const missing = count - good.length;
    return missing === 0 ? codes : [...good, ...withoutNumbers(draw)(missing)].toSorted();
  };
}

/** Generates the codes issued to customers. */
export const drawCodes: DrawCodes = withoutNumbers(drawFrom(codeAlphabet));
