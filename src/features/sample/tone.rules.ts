/* The audio of the sample library: an MP3 whose melody follows the letters of a word, written frame by frame. */

// MPEG 1, Layer III, 32 kbit/s, 44.1 kHz, one channel, no checksum.
const header = [0xff, 0xfb, 0x10, 0xc4];
const frameBytes = 104;
const sideInfoBytes = 17;
const granulesOfFrame = 2;
/** The number of frames of 26 milliseconds per letter. */
const framesOfLetter = 7;
const longestWord = 8;

// Frequency lines of 38 Hz: from 400 Hz upwards, in harmonious steps.
const frequencies = [10, 12, 13, 15, 17, 20, 23, 26];
// The volume of a line, in quarters of a doubling; this is soft.
const loudest = 196;
const quietest = 178;

/** Bits, most significant first. */
class BitWriter {
  readonly bytes: Uint8Array;
  private at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
  }

  write(value: number, bits: number): void {
    for (let bit = bits - 1; bit >= 0; bit--) {
      const byte = this.at >> 3;
      this.bytes[byte] = (this.bytes[byte] ?? 0) | (((value >> bit) & 1) << (7 - (this.at & 7)));
      this.at += 1;
    }
  }
}

/** One granule of 576 frequency lines, one of which sounds. */
interface Granule {
  frequency: number;
  gain: number;
  sign: 0 | 1;
}

/** A valid MP3 that plays a tone for each of the first letters of a word. */
export function toneMp3(word: string): Uint8Array<ArrayBuffer> {
  const letters = Array.from(word).slice(0, longestWord);
  const frames = letters.flatMap((letter, index) =>
    Array.from({ length: framesOfLetter }, (_, frame) =>
      frameOf(frequencyOf(letter), index * framesOfLetter + frame, frame),
    ),
  );
  const bytes = new Uint8Array(frames.length * frameBytes);
  for (const [index, frame] of frames.entries()) bytes.set(frame, index * frameBytes);
  return bytes;
}

const frequencyOf = (letter: string) => frequencies[(letter.codePointAt(0) ?? 0) % frequencies.length] ?? 10;

/** The frame at a position of the audio; `inLetter` is its position in its letter, which fades in and out. */
function frameOf(frequency: number, nth: number, inLetter: number): Uint8Array {
  const share = Math.sin((Math.PI * (inLetter + 1)) / (framesOfLetter + 1));
  const gain = Math.round(quietest + (loudest - quietest) * share);
  const granules = Array.from({ length: granulesOfFrame }, (_, index): Granule => {
    // The phase of the line continues from granule to granule.
    const phase = Math.PI * (frequency + 0.5) * (nth * granulesOfFrame + index) + Math.PI / 4;
    return { frequency, gain, sign: Math.cos(phase) < 0 ? 1 : 0 };
  });
  const frame = new Uint8Array(frameBytes);
  frame.set(header);
  frame.set(sideInfo(granules), header.length);
  frame.set(mainData(granules), header.length + sideInfoBytes);
  return frame;
}

// Huffman-coded in pairs of lines: one bit for two silent lines; three or two bits if the second or the first sounds,
// plus its sign.
const silentPairs = ({ frequency }: Granule) => frequency >> 1;
const isSecond = ({ frequency }: Granule) => (frequency & 1) === 1;
const dataBits = (granule: Granule) => silentPairs(granule) + (isSecond(granule) ? 3 : 2) + 1;

function sideInfo(granules: readonly Granule[]): Uint8Array {
  const out = new BitWriter(sideInfoBytes);
  // Start of the data, private bits and shared scale factors: all unused.
  out.write(0, 9 + 5 + 4);
  for (const granule of granules) {
    out.write(dataBits(granule), 12);
    out.write(silentPairs(granule) + 1, 9);
    out.write(granule.gain, 8);
    // No scale factors, and only long windows.
    out.write(0, 4 + 1);
    for (let region = 0; region < 3; region++) out.write(1, 5);
    out.write(0b1111_111, 7);
    out.write(0, 3);
  }
  return out.bytes;
}

function mainData(granules: readonly Granule[]): Uint8Array {
  const out = new BitWriter(frameBytes - header.length - sideInfoBytes);
  for (const granule of granules) {
    for (let pair = 0; pair < silentPairs(granule); pair++) out.write(1, 1);
    if (isSecond(granule)) out.write(0b001, 3);
    else out.write(0b01, 2);
    out.write(granule.sign, 1);
  }
  return out.bytes;
}
