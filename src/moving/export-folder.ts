import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { summing } from '../backup/files.ts';
import { type BackupLocation, folderLocation } from '../backup/location.ts';
import { MovingError } from './export-manifest.ts';

/** A file that was written. */
export interface WrittenFile {
  /** Its path in the export. */
  file: string;
  size: number;
  sha256: string;
}

// While it is there, the export is not whole. It also tells a later attempt that everything beside it is an export's.
const unfinished = 'UNFINISHED';
const parts = ['tables', 'files', 'onix', 'xliff'];

/** The folder of an export while it is written. Each file appears once it is whole. */
export class ExportFolder {
  readonly location: BackupLocation;
  readonly written: WrittenFile[] = [];
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.location = folderLocation(folder);
  }

  /** Begins in an empty folder, or anew where an earlier attempt did not finish; throws {@link MovingError} elsewhere. */
  static async begin(folder: string): Promise<ExportFolder> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const there = await readdir(folder);
    if (there.length > 0 && !there.includes(unfinished)) throw new MovingError(`${folder} is not empty.`);
    const foreign = there.find((one) => one !== unfinished && !isOurs(one));
    if (foreign !== undefined) throw new MovingError(`${folder} has more than an export: ${foreign}.`);
    const mark = path.join(folder, unfinished);
    await writeFile(mark, 'This export has not finished. Run it again: it begins anew here.\n', { mode: 0o600 });
    for (const one of there.filter(isOurs)) await rm(path.join(folder, one), { recursive: true, force: true });
    return new ExportFolder(folder);
  }

  /** Writes a file from its bytes. */
  async write(file: string, source: Readable | AsyncIterable<Uint8Array> | string): Promise<WrittenFile> {
    const { through, sum } = summing();
    const bytes = typeof source === 'string' ? Readable.from([Buffer.from(source)]) : source;
    await Promise.all([pipeline(bytes, through), this.location.put(file, through)]);
    const written = { file, ...sum() };
    this.written.push(written);
    return written;
  }

  /** Names what was written in another way. */
  add(files: readonly WrittenFile[]): void {
    this.written.push(...files);
  }

  /** The export is whole. */
  async finish(): Promise<void> {
    await rm(path.join(this.#folder, unfinished));
  }
}

const isOurs = (name: string): boolean =>
  parts.includes(name) ||
  /^(README\.md|SHA256SUMS|files\.csv|(datapackage|manifest|manifest\.schema)\.json)(\.draft)?$/.test(name);
