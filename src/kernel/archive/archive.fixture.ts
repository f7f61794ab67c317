import { zipSync, type ZipOptions } from 'fflate';

export type Part = string | Uint8Array;

/** A zip file of these parts, in their order. */
export function zipOf(parts: Record<string, Part>, options: ZipOptions = {}): Buffer {
  const entries = Object.entries(parts).map(([name, part]): [string, [Uint8Array, ZipOptions]] => [
    name,
    [typeof part === 'string' ? Buffer.from(part) : part, { mtime: '1990-01-01', ...options }],
  ]);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

/** Where the directory's record of an entry begins; its fields lie at fixed places behind. */
export function recordOf(zip: Buffer, name: string): number {
  const mark = 'PK\x01\x02';
  for (let at = zip.indexOf(mark, 0, 'latin1'); at !== -1; at = zip.indexOf(mark, at + 4, 'latin1')) {
    if (zip.toString('latin1', at + 46, at + 46 + zip.readUInt16LE(at + 28)) === name) return at;
  }
  throw new Error(`no entry ${name}`);
}

/** Where the header in front of an entry's bytes begins. */
export const localOf = (zip: Buffer, name: string): number => zip.readUInt32LE(recordOf(zip, name) + 42);

/** The same file with an entry called otherwise, by a name of the same length, in front and in the directory. */
export function renamed(zip: Buffer, from: string, to: string): Buffer {
  if (Buffer.byteLength(to, 'latin1') !== from.length) throw new Error('The names differ in length.');
  const copy = Buffer.from(zip);
  const local = localOf(copy, from);
  copy.write(to, recordOf(copy, from) + 46, 'latin1');
  copy.write(to, local + 30, 'latin1');
  return copy;
}

/** The same file with bytes of the directory's record changed. */
export function patched(zip: Buffer, name: string, change: (copy: Buffer, record: number) => void): Buffer {
  const copy = Buffer.from(zip);
  change(copy, recordOf(copy, name));
  return copy;
}
