/** What the bytes of an MP3 file say. */
export interface Mp3 {
  /** How long it plays, in milliseconds. */
  ms: number;
}

/** Reads a part of a file; shorter than asked for where the file ends. */
export type ReadPart = (start: number, length: number) => Promise<Uint8Array>;

interface Frame {
  /** What stays the same from frame to frame: version, layer and sample rate. */
  kind: string;
  length: number;
  bitsPerMs: number;
  ms: number;
  /** Where a frame of facts instead of sound has its tag. */
  tagAt: number;
}

const headerLength = 4;
// The longest frame there is: 320 kbit/s at 32 kHz, padded.
const longestFrame = 1441;
// What encoders leave between a tag and the sound.
const longestPadding = 4096;

const mpeg1Rates = [44_100, 48_000, 32_000];
const mpeg1Bits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const mpeg2Bits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/**
 * Recognises an MP3 file by its bytes: after a tag, if it has one, two frames of MPEG Layer III in a row, or one that
 * ends the file. Null for anything else.
 */
export async function readMp3(read: ReadPart, size: number): Promise<Mp3 | null> {
  const soundAt = tagLength(await read(0, 10));
  const part = await read(soundAt, longestPadding + longestFrame + headerLength);
  const skipped = Math.max(
    part.findIndex((byte) => byte !== 0),
    0,
  );
  const first = readFrame(part, skipped);
  const start = soundAt + skipped;
  if (!first || skipped > longestPadding || start + first.length > size) return null;
  const end = start + first.length;
  if (end + headerLength <= size && readFrame(part, skipped + first.length)?.kind !== first.kind) {
    // A single frame may be followed by the old tag of 128 bytes.
    if (size - end !== 128 || !startsWith(await read(end, 3), 'TAG')) return null;
  }
  const frames = countedFrames(part.subarray(skipped + first.tagAt));
  return { ms: Math.max(1, Math.round(frames ? frames * first.ms : ((size - start) * 8) / first.bitsPerMs)) };
}

/** The bytes that an ID3v2 tag takes at the start of the file; its size has seven bits a byte. */
function tagLength(bytes: Uint8Array): number {
  if (bytes.length < 10 || !startsWith(bytes, 'ID3')) return 0;
  const sizes = bytes.subarray(6, 10);
  if (sizes.some((byte) => byte > 0x7f)) return 0;
  const footer = (bytes[5] ?? 0) & 0x10 ? 10 : 0;
  return 10 + sizes.reduce((sum, byte) => sum * 128 + byte, 0) + footer;
}

function readFrame(bytes: Uint8Array, at: number): Frame | null {
  const [sync = 0, kinds = 0, sizes = 0, modes = 0] = bytes.subarray(at, at + headerLength);
  const version = (kinds >> 3) & 3;
  const isLayer3 = ((kinds >> 1) & 3) === 1;
  const bits = ((version === 3 ? mpeg1Bits : mpeg2Bits)[sizes >> 4] ?? 0) * 1000;
  const rate = (mpeg1Rates[(sizes >> 2) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const reserved = version === 1 || (modes & 3) === 2;
  if (sync !== 0xff || kinds >> 5 !== 7 || !isLayer3 || reserved || bits === 0 || rate === 0) return null;
  const samples = version === 3 ? 1152 : 576;
  const padding = (sizes >> 1) & 1;
  const mono = modes >> 6 === 3;
  const sideInfo = version === 3 ? (mono ? 17 : 32) : mono ? 9 : 17;
  return {
    kind: `${version} ${rate}`,
    length: Math.floor(((samples / 8) * bits) / rate) + padding,
    bitsPerMs: bits / 1000,
    ms: (samples * 1000) / rate,
    tagAt: headerLength + sideInfo,
  };
}

/** How many frames follow, where the first one says so: what tells the length of a file of variable bit rate. */
function countedFrames(tag: Uint8Array): number {
  const named = startsWith(tag, 'Xing') || startsWith(tag, 'Info');
  if (!named || tag.length < 12 || ((tag[7] ?? 0) & 1) === 0) return 0;
  return new DataView(tag.buffer, tag.byteOffset, tag.byteLength).getUint32(8);
}

const startsWith = (bytes: Uint8Array, text: string) =>
  Array.from(text).every((character, index) => bytes[index] === character.charCodeAt(0));
