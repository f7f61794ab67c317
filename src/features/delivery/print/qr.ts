import { encode } from 'uqr';
import type { Box } from '#kernel/pdf/pdf.ts';

/** The side of a printed QR code without its margin, in millimetres. */
export const qrSide = 25;

// The margin that readers need, in modules.
const quiet = 4;

/** A QR code to be drawn. */
interface QrCode {
  /** Its dark parts, in millimetres. */
  boxes: Box[];
  /** The margin on each side that stays empty, in millimetres. */
  margin: number;
}

/** The QR code of a text at a position. It can be read with 15 % of it damaged: level M. */
export function qrCode(text: string, { x, y }: { x: number; y: number }): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const side = qrSide / size;
  const boxes = data.flatMap((row, down) =>
    runsIn(row).map(([from, to]) => ({
      x: x + from * side,
      y: y + down * side,
      width: (to - from) * side,
      height: side,
    })),
  );
  return { boxes, margin: quiet * side };
}

/** The runs of dark modules of a row, from the first to the one behind the last. */
function runsIn(row: readonly boolean[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const [at, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (isDark && last?.[1] === at) last[1]++;
    else if (isDark) runs.push([at, at + 1]);
  }
  return runs;
}
