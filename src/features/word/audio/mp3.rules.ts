import { ByteWindow } from './byte-window.ts';

/** The details read from an MP3 file. */
interface Mp3 {
  /** Its duration in milliseconds. */
  ms: number;
  /** The bytes of its frames: what is heard. Tags and their pictures are the others. */
  sound: number;
  /** Its last frame is cut off, or it is shorter than its first frame says. */
  isCut: boolean;
}

interface Frame {
  kind: number;
  length: number;
  ms: number;
}

const headerLength = 4;
// The longest possible frame: 320 kbit/s at 32 kHz, padded.
const longestFrame = 1441;
// Padding that encoders leave between a tag and the audio.
const longestPadding = 4096;
// How far to search at a time for the next frame.
const searched = 4096;
// The size of an ID3v1 tag, which may be at the end.
const oldTag = 128;

const mpeg1Rates = [44_100, 48_000, 32_000];
const mpeg1Bits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const mpeg2Bits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/**
 * Recognizes an MP3 file by its bytes: after an optional tag, two consecutive frames of MPEG Layer III, or one that
 * ends the file. Null for anything else. The duration is the sum of its frames: the length stated in the file (Xing,
 * VBRI) is often missing, and never needed. One pass, using the memory of one chunk of the source.
 */
export async function readMp3(source: AsyncIterable<Uint8Array>): Promise<Mp3 | null> {
  let stated: Stated | undefined;
  let isCut = false;
  const read = { frames: 0, bytes: 0, ms: 0 };
  for await (const { bytes, ms, isWhole } of framesIn(source)) {
    stated ??= ms === 0 ? statedIn(bytes) : { frames: 0, bytes: 0 };
    if (!isWhole) isCut = true;
    else {
      read.frames += ms === 0 ? 0 : 1;
      read.bytes += bytes.length;
      read.ms += ms;
    }
  }
  if (!stated) return null;
  // Some encoders count the frame that says so.
  const isShort = read.frames + 1 < stated.frames && read.bytes < stated.bytes;
  return { ms: Math.max(1, Math.round(read.ms)), sound: read.bytes, isCut: isCut || isShort };
}

/** The frames of an MP3 file without anything else, such as tags and their pictures. */
export async function* soundOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { bytes } of framesIn(source)) yield bytes;
}

interface ReadFrame {
  bytes: Buffer;
  /** 0 if it holds information about the others instead of audio. */
  ms: number;
  isWhole: boolean;
}

async function* framesIn(source: AsyncIterable<Uint8Array>): AsyncGenerator<ReadFrame> {
  const bytes = new ByteWindow(source);
  try {
    await bytes.skip(tagLength(await bytes.peek(10)));
    await bytes.skip(zerosOf(await bytes.peek(longestPadding)));
    const first = await firstFrame(bytes);
    if (!first) return;
    for (let frame: Frame | null = first; frame; frame = await nextFrame(bytes, first.kind)) {
      const read = await bytes.peek(frame.length);
      const ms = frame === first && isAboutOthers(read) ? 0 : frame.ms;
      yield { bytes: read, ms, isWhole: read.length === frame.length };
      await bytes.skip(frame.length);
      const rest = await bytes.peek(headerLength);
      if (rest.length < headerLength && rest[0] === 0xff) return yield { bytes: rest, ms: 0, isWhole: false };
    }
  } finally {
    await bytes.close();
  }
}

/** The bytes of an ID3v2 tag at the start of the file; its size has seven bits per byte. */
function tagLength(bytes: Buffer): number {
  if (bytes.length < 10 || bytes.toString('latin1', 0, 3) !== 'ID3') return 0;
  const sizes = bytes.subarray(6, 10);
  if (sizes.some((byte) => byte > 0x7f)) return 0;
  const footer = (bytes[5] ?? 0) & 0x10 ? 10 : 0;
  return 10 + sizes.reduce((sum, byte) => sum * 128 + byte, 0) + footer;
}

const zerosOf = (bytes: Buffer): number => {
  const sound = bytes.findIndex((byte) => byte !== 0);
  return sound === -1 ? bytes.length : sound;
};

async function firstFrame(bytes: ByteWindow): Promise<Frame | null> {
  const part = await bytes.peek(longestFrame + oldTag + 1);
  const frame = readFrame(part, 0);
  if (!frame || part.length < frame.length) return null;
  const behind = part.subarray(frame.length);
  const isLast = behind.length < headerLength || (behind.length === oldTag && behind.indexOf('TAG', 0, 'latin1') === 0);
  return isLast || readFrame(behind, 0)?.kind === frame.kind ? frame : null;
}

/** The next frame. If other data comes first, the next one that is followed by a frame of the same kind. */
async function nextFrame(bytes: ByteWindow, kind: number): Promise<Frame | null> {
  for (;;) {
    const frame = readFrame(await bytes.peek(headerLength), 0);
    if (frame?.kind === kind) return frame;
    const at = findFrame(await bytes.peek(searched + longestFrame + headerLength), kind);
    if (at !== -1) await bytes.skip(at);
    else if (!(await bytes.skip(searched))) return null;
  }
}

function findFrame(part: Buffer, kind: number): number {
  for (let at = 1; at < searched; at++) {
    if (part[at] !== 0xff || kindOf(part, at) !== kind) continue;
    const frame = readFrame(part, at);
    if (frame && readFrame(part, at + frame.length)?.kind === kind) return at;
  }
  return -1;
}

/** The properties shared by all frames: version, layer and sample rate. */
const kindOf = (bytes: Buffer, at: number): number =>
  (((bytes[at + 1] ?? 0) & 0b1_1110) << 1) | (((bytes[at + 2] ?? 0) >> 2) & 3);

function readFrame(bytes: Buffer, at: number): Frame | null {
  const [sync, kinds = 0, sizes = 0, modes] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  const isLayer3 = ((kinds >> 1) & 3) === 1;
  if (sync !== 0xff || kinds >> 5 !== 7 || !isLayer3 || modes === undefined) return null;
  const version = (kinds >> 3) & 3;
  const bits = ((version === 3 ? mpeg1Bits : mpeg2Bits)[sizes >> 4] ?? 0) * 1000;
  const rate = (mpeg1Rates[(sizes >> 2) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const reserved = version === 1 || (modes & 3) === 2;
  if (reserved || bits === 0 || rate === 0) return null;
  const samples = version === 3 ? 1152 : 576;
  const padding = (sizes >> 1) & 1;
  return {
    kind: kindOf(bytes, at),
    length: Math.floor(((samples / 8) * bits) / rate) + padding,
    ms: (samples * 1000) / rate,
  };
}

/** Whether the first frame holds information about the others instead of audio. */
const isAboutOthers = (frame: Buffer): boolean => /Xing|Info|VBRI/.test(frame.toString('latin1', headerLength, 40));

interface Stated {
  frames: number;
  bytes: number;
}

/** How many frames and bytes a frame about the others says that there are; 0 unless it says both. */
function statedIn(frame: Buffer): Stated {
  const at = headerLength + frame.toString('latin1', headerLength, 40).search(/Xing|Info/);
  const says = at >= headerLength && at + 16 <= frame.length && (frame.readUInt32BE(at + 4) & 3) === 3;
  return says ? { frames: frame.readUInt32BE(at + 8), bytes: frame.readUInt32BE(at + 12) } : { frames: 0, bytes: 0 };
}
