/** A valid MP3 file that plays silence: `frames` of 26 milliseconds, 128 kbit/s at 44.1 kHz. */
export function silentMp3(frames = 4): Uint8Array<ArrayBuffer> {
  const length = 417;
  const bytes = new Uint8Array(frames * length);
  for (let frame = 0; frame < frames; frame++) bytes.set([0xff, 0xfb, 0x90, 0xc4], frame * length);
  return bytes;
}

/** A valid row of the bulk call, for tests and benchmarks. */
export const sentenceRow = (n: number, bid: string) => ({
  bid,
  word: `word ${n}`,
  sentence: `The ${n}th sentence shows how the word is used.`,
  mdr_targeted: n % 4 === 0 ? 'N' : 'Y',
});
