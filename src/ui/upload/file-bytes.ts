type Kind = 'jpg' | 'png' | 'mp3' | 'zip';

const begins =
  (...beginning: number[]) =>
  (bytes: Uint8Array) =>
    beginning.every((byte, index) => bytes[index] === byte);

const marks: Record<Kind, (bytes: Uint8Array) => boolean> = {
  jpg: begins(0xff, 0xd8, 0xff),
  png: begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  zip: begins(0x50, 0x4b),
  // An ID3 tag, or the eleven set bits that start an audio frame.
  mp3: (bytes) => begins(0x49, 0x44, 0x33)(bytes) || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0),
};

/** Whether a file starts like one of these types, whatever its name. The server checks the rest. */
export async function isOfKind(file: File, kinds: readonly Kind[]): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  return kinds.some((kind) => marks[kind](bytes));
}
