import type { FileHandle } from 'node:fs/promises';
import { type Entry, getFileNameLowLevel, type LocalFileHeader, parseExtraFields, type ZipFile } from 'yauzl';
import { ArchiveError } from './archive-error.ts';

const endLength = 22;
const locatorLength = 20;
const wideEndLength = 56;
const locatorMark = 0x07064b50;
const descriptorMark = 0x08074b50;
const encrypted = 1;
/** Set if the sizes and checksum follow the packed bytes, because the writer did not know them before. */
const described = 1 << 3;
const maskedHeader = 1 << 13;
/** Marks a 32-bit field whose value is in a 64-bit field. */
const widened = 0xffff_ffff;

/**
 * Checks that a zip file reads the same from the front, through its directory and through its end record: entries are
 * contiguous from the first byte to the directory, the directory extends to the end record, and all three agree. Throws
 * ArchiveError: `hidden` for data not listed in the directory, `damaged` for contradictions.
 */
export async function requireOneReading(
  file: FileHandle,
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
): Promise<void> {
  const directory = await readEnd(file, zip);
  const records = [...entries.values()].map(
    (one) => 46 + one.fileNameLength + one.extraFieldLength + one.fileCommentLength,
  );
  const listed = records.reduce((sum, length) => sum + length, 0);
  if (directory.count !== entries.size || directory.length !== listed) throw new ArchiveError('hidden');
  await walk(file, zip, entries, directory.start);
}

interface Directory {
  count: number;
  start: number;
  length: number;
}

/** The position of the directory, which must end directly before the record that points to it. */
async function readEnd(file: FileHandle, zip: ZipFile): Promise<Directory> {
  const endAt = zip.fileSize - endLength - zip.comment.length;
  const tail = await bytesAt(file, endAt - locatorLength, locatorLength + endLength);
  const end = tail.subarray(locatorLength);
  const narrow = { count: end.readUInt16LE(10), length: end.readUInt32LE(12), start: end.readUInt32LE(16) };
  if (end.readUInt16LE(8) !== narrow.count) throw new ArchiveError('hidden');
  if (tail.readUInt32LE(0) !== locatorMark) return reaching(narrow, endAt);
  const wideAt = Number(tail.readBigUInt64LE(8));
  const record = await bytesAt(file, wideAt, wideEndLength);
  const [here = 0, count = 0, length = 0, start = 0] = [24, 32, 40, 48].map((at) => Number(record.readBigUInt64LE(at)));
  const agrees =
    here === count &&
    wideAt + wideEndLength === endAt - locatorLength &&
    (narrow.count === 0xffff || narrow.count === count) &&
    (narrow.length === widened || narrow.length === length) &&
    (narrow.start === widened || narrow.start === start);
  if (!agrees) throw new ArchiveError('hidden');
  return reaching({ count, length, start }, wideAt);
}

function reaching(directory: Directory, to: number): Directory {
  if (directory.start + directory.length !== to) throw new ArchiveError('hidden');
  return directory;
}

/** Walks the entries like a program that reads from the front. */
async function walk(
  file: FileHandle,
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  directoryAt: number,
): Promise<void> {
  const offsetOf = (entry: Entry | undefined) => entry?.relativeOffsetOfLocalHeader ?? directoryAt;
  const inOrder = [...entries].toSorted(([, a], [, b]) => offsetOf(a) - offsetOf(b));
  let at = 0;
  for (const [index, [name, entry]] of inOrder.entries()) {
    if (offsetOf(entry) !== at) throw new ArchiveError(offsetOf(entry) > at ? 'hidden' : 'damaged', { entry: name });
    const local = await zip.readLocalFileHeaderPromise(entry);
    requireAgreement(name, entry, local);
    at = local.fileDataStart + entry.compressedSize;
    if ((entry.generalPurposeBitFlag & described) === 0) continue;
    const next = offsetOf(inOrder[index + 1]?.[1]);
    await requireDescriptor(file, name, entry, { at, length: next - at });
    at = next;
  }
  if (at !== directoryAt) throw new ArchiveError('hidden');
}

function requireAgreement(name: string, entry: Entry, local: LocalFileHeader): void {
  const flags = local.generalPurposeBitFlag;
  if ((flags & encrypted) !== 0) throw new ArchiveError('encrypted', { entry: name });
  const wide = parseExtraFields(local.extraField);
  const { unpacked, packed } = sizesOf(local, wide);
  // Values that follow the packed bytes may be zero in the header.
  const later = (entry.generalPurposeBitFlag & described) !== 0;
  const matches = (value: number, wanted: number) => value === wanted || (later && value === 0);
  const agrees =
    local.fileName.equals(entry.fileNameRaw) &&
    nameOf(flags, local.fileName, wide) === nameOf(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields) &&
    local.compressionMethod === entry.compressionMethod &&
    ((flags ^ entry.generalPurposeBitFlag) & (described | maskedHeader)) === 0 &&
    matches(local.crc32, entry.crc32) &&
    matches(packed, entry.compressedSize) &&
    matches(unpacked, entry.uncompressedSize);
  if (!agrees) throw new ArchiveError('damaged', { entry: name });
}

type Extra = ReturnType<typeof parseExtraFields>;

const nameOf = (flags: number, raw: Buffer, extra: Extra) => getFileNameLowLevel(flags, raw, extra, true);

/** The unpacked and packed sizes, from the zip64 field if the 32-bit ones refer to it. */
function sizesOf(local: LocalFileHeader, extra: Extra): { unpacked: number; packed: number } {
  const wide = extra.find(({ id }) => id === 1)?.data;
  let at = 0;
  const wider = (size: number) => {
    if (size !== widened || !wide || at + 8 > wide.length) return size;
    at += 8;
    return Number(wide.readBigUInt64LE(at - 8));
  };
  return { unpacked: wider(local.uncompressedSize), packed: wider(local.compressedSize) };
}

/** The record after the packed bytes: with or without its signature, with 32- or 64-bit sizes. */
async function requireDescriptor(
  file: FileHandle,
  name: string,
  entry: Entry,
  { at, length }: { at: number; length: number },
): Promise<void> {
  if (![12, 16, 20, 24].includes(length)) throw new ArchiveError(length > 24 ? 'hidden' : 'damaged', { entry: name });
  const bytes = await bytesAt(file, at, length);
  const marked = length % 8 === 0;
  const numbers = marked ? bytes.subarray(4) : bytes;
  const size = (index: number) =>
    length < 20 ? numbers.readUInt32LE(4 + 4 * index) : Number(numbers.readBigUInt64LE(4 + 8 * index));
  const agrees =
    (!marked || bytes.readUInt32LE(0) === descriptorMark) &&
    numbers.readUInt32LE(0) === entry.crc32 &&
    size(0) === entry.compressedSize &&
    size(1) === entry.uncompressedSize;
  if (!agrees) throw new ArchiveError('damaged', { entry: name });
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) throw new ArchiveError('truncated');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new ArchiveError('truncated');
  return buffer;
}
