/** A valid MP3 file that plays silence: `frames` of 26 milliseconds, 128 kbit/s at 44.1 kHz. */
export function silentMp3(frames = 4): Uint8Array<ArrayBuffer> {
  const length = 417;
  const bytes = new Uint8Array(frames * length);
  for (let frame = 0; frame < frames; frame++) bytes.set([0xff, 0xfb, 0x90, 0xc4], frame * length);
  return bytes;
}

/** A valid MP3 file after an ID3 tag that holds a picture of `size` bytes. */
export function picturedMp3(frames: number, size: number): Uint8Array<ArrayBuffer> {
  const sevenBits = (n: number) => [21, 14, 7, 0].map((shift) => (n >> shift) & 0x7f);
  const tag = [...Buffer.from('ID3\x04\0\0', 'latin1'), ...sevenBits(size + 10)];
  const frame = [...Buffer.from('APIC', 'latin1'), ...sevenBits(size), 0, 0];
  return new Uint8Array(Buffer.concat([Buffer.from([...tag, ...frame]), Buffer.alloc(size, 0xd8), silentMp3(frames)]));
}

/** A valid row of the bulk call, for tests and benchmarks. */
export const sentenceRow = (n: number, bid: string) => ({
  bid,
  word: `word ${n}`,
  sentence: `The ${n}th sentence shows how the word is used.`,
  mdr_targeted: n % 4 === 0 ? 'N' : 'Y',
});
