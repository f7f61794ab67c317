import { Zip, ZipDeflate, type ZipOptions, zipSync } from 'fflate';

export type Part = string | Uint8Array;

/** A zip file of these parts, in order. */
export function zipOf(parts: Record<string, Part>, options: ZipOptions = {}): Buffer {
  const entries = Object.entries(parts).map(([name, part]): [string, [Uint8Array, ZipOptions]] => [
    name,
    [typeof part === 'string' ? Buffer.from(part) : part, { mtime: '1990-01-01', ...options }],
  ]);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

/** Where an entry's directory record begins; its fields follow at fixed offsets. */
export function recordOf(zip: Buffer, name: string): number {
  const mark = 'PK\x01\x02';
  for (let at = zip.indexOf(mark, 0, 'latin1'); at !== -1; at = zip.indexOf(mark, at + 4, 'latin1')) {
    if (zip.toString('latin1', at + 46, at + 46 + zip.readUInt16LE(at + 28)) === name) return at;
  }
  throw new Error(`no entry ${name}`);
}

/** Where an entry's local header begins. */
export const localOf = (zip: Buffer, name: string): number => zip.readUInt32LE(recordOf(zip, name) + 42);

/** A copy of the file with an entry renamed to a name of the same length, in the local header and in the directory. */
export function renamed(zip: Buffer, from: string, to: string): Buffer {
  if (Buffer.byteLength(to, 'latin1') !== from.length) throw new Error('The names differ in length.');
  const copy = Buffer.from(zip);
  const local = localOf(copy, from);
  copy.write(to, recordOf(copy, from) + 46, 'latin1');
  copy.write(to, local + 30, 'latin1');
  return copy;
}

/** A copy of the file with changed bytes in an entry's directory record. */
export function patched(zip: Buffer, name: string, change: (copy: Buffer, record: number) => void): Buffer {
  const copy = Buffer.from(zip);
  change(copy, recordOf(copy, name));
  return copy;
}

/** The offset of each number in a directory record; in the local header it is two bytes less. */
export const numbers = { flags: 8, crc: 16, packed: 20, unpacked: 24 } as const;

/** A copy of the file with a number of an entry raised, consistently in the local header and the directory. */
export function misstated(zip: Buffer, name: string, number: keyof typeof numbers, by: number): Buffer {
  return patched(zip, name, (copy, record) => {
    for (const at of [record + numbers[number], localOf(copy, name) + numbers[number] - 2])
      copy.writeUInt32LE((copy.readUInt32LE(at) + by) >>> 0, at);
  });
}

/** A copy of the file without the last packed bytes of an entry, with all numbers adjusted to match. */
export function shortened(zip: Buffer, name: string, by: number): Buffer {
  const less = misstated(zip, name, 'packed', -by);
  const record = recordOf(less, name);
  const cut = localOf(less, name) + 30 + less.readUInt16LE(record + 28) + less.readUInt32LE(record + numbers.packed);
  const ends = less.length - 22;
  less.writeUInt32LE(less.readUInt32LE(ends + 16) - by, ends + 16);
  for (let at = less.readUInt32LE(ends + 16) + by; at < ends; at += 46 + less.readUInt16LE(at + 28)) {
    const offset = less.readUInt32LE(at + 42);
    if (offset > cut) less.writeUInt32LE(offset - by, at + 42);
  }
  return Buffer.concat([less.subarray(0, cut), less.subarray(cut + by)]);
}

/** A zip file as written by programs that do not know the sizes beforehand: they follow each entry. */
export function streamed(parts: Record<string, string>): Buffer {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, text] of Object.entries(parts)) {
    const entry = Object.assign(new ZipDeflate(name), { mtime: '1990-01-01' });
    zip.add(entry);
    entry.push(Buffer.from(text), true);
  }
  zip.end();
  return Buffer.concat(chunks);
}

/** Cuts a zip file into its entries, its directory and its end record. */
export function sections(zip: Buffer): { entries: Buffer; directory: Buffer; end: Buffer } {
  const ends = zip.length - 22;
  const begins = zip.readUInt32LE(ends + 16);
  return { entries: zip.subarray(0, begins), directory: zip.subarray(begins, ends), end: zip.subarray(ends) };
}

/** A zip file assembled from such sections; its end record says where the directory is and how many it lists. */
export function assembled(entries: Buffer, directory: Buffer, count: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count % 2 ** 16, 8);
  end.writeUInt16LE(count % 2 ** 16, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(entries.length, 16);
  return Buffer.concat([entries, directory, end]);
}

/** A copy of the file with a zip64 end record before the plain one, as needed beyond 65,535 entries. */
export function widened(zip: Buffer, count: number): Buffer {
  const { entries, directory, end } = sections(zip);
  const wide = Buffer.alloc(76);
  wide.write('PK\x06\x06', 'latin1');
  wide.writeBigUInt64LE(44n, 4);
  for (const [at, value] of [count, count, directory.length, entries.length].entries())
    wide.writeBigUInt64LE(BigInt(value), 24 + 8 * at);
  wide.write('PK\x06\x07', 56, 'latin1');
  wide.writeBigUInt64LE(BigInt(entries.length + directory.length), 64);
  wide.writeUInt32LE(1, 72);
  return Buffer.concat([entries, directory, wide, end]);
}

/** A zip file with this many empty files, counted modulo 65,536. */
export function emptyFiles(count: number): Buffer {
  const { entries, directory } = sections(zipOf({ f00000: '' }, { level: 0 }));
  const named = (part: Buffer, nameAt: number, index: number) => {
    const copy = Buffer.from(part);
    copy.write(String(index).padStart(5, '0'), nameAt + 1, 'latin1');
    return copy;
  };
  const all = Array.from({ length: count }, (_, index) => index);
  const records = all.map((index) => {
    const record = named(directory, 46, index);
    record.writeUInt32LE(index * entries.length, 42);
    return record;
  });
  return assembled(Buffer.concat(all.map((index) => named(entries, 30, index))), Buffer.concat(records), count);
}
