import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { sumOf } from '../backup/files.ts';
import { BackupError, manifestText } from '../backup/manifest.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';

const name = 'manifest.json';
/** The file with the checksum of every other one, as `sha256sum -c` reads it. */
export const sumsFile = 'SHA256SUMS';

/** What an export has: written last, so that only a whole one has it. */
export const Manifest = z.strictObject({
  format: z.literal(1).describe('The form of the export'),
  made_at: z.string().describe('The moment as of which everything was read, by the clock of the database'),
  release: z.string().describe('The release of the office'),
  migration: z.string().describe('The newest change of its tables'),
  jobs: z.int().describe('The version of the tables of its job queue'),
  tables: z
    .array(
      z.strictObject({
        name: z.string(),
        file: z.string().describe('Its path in the export'),
        columns: z.array(z.string()),
        rows: z.int(),
        sha256: z.string(),
      }),
    )
    .describe('The tables, each a CSV file; datapackage.json describes their columns'),
  sequences: z
    .array(z.strictObject({ name: z.string(), last: z.int() }))
    .describe('The last number given, of each row of numbers'),
  stored: z
    .strictObject({ files: z.int(), bytes: z.int() })
    .describe('The files below files/, as files.csv lists them'),
  checksums: z.string().describe(`The SHA-256 of ${sumsFile}`),
});
export type Manifest = z.output<typeof Manifest>;

export const manifestFile = name;

/** With a checksum of its own. */
export const writtenManifest = (manifest: Manifest): string => manifestText(manifest);

/** What kept an export from being made or read, told to the operator. */
export class MovingError extends BackupError {}

/** Reads the manifest of an export; throws {@link MovingError} if there is no whole one. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, name), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new MovingError(`${folder} is no whole export: it has no ${name}, which is written last.`);
  });
  const parsed = Manifest.safeParse(contentOf(text));
  if (!parsed.success) throw new MovingError(`${folder} was exported by another release, and this one cannot read it.`);
  return parsed.data;
}

function contentOf(text: string): object {
  try {
    const { sha256: _, ...manifest } = JSON.parse(text) as Record<string, unknown>;
    if (manifestText(manifest) === text) return manifest;
  } catch {
    // It is no JSON.
  }
  throw damaged([name]);
}

const damaged = (files: readonly string[]) =>
  new MovingError(
    `The export is damaged, and nothing was changed (${files.length} files): ${files.slice(0, 10).join(', ')}`,
  );

const lanes = 8;

/** Reads every file of an export; throws {@link MovingError} that names those which are not as they were written. */
export async function requireWhole(folder: string, { checksums }: Manifest): Promise<void> {
  if ((await sumOfFile(path.join(folder, sumsFile))) !== checksums) throw damaged([sumsFile]);
  const wrong: string[] = [];
  const lines = createInterface({
    input: createReadStream(path.join(folder, sumsFile)),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  await inLanes(all, lanes, async (line) => {
    const [sum, file = ''] = line.split('  ');
    if ((await sumOfFile(path.join(folder, file))) !== sum) wrong.push(file);
  });
  if (wrong.length > 0) throw damaged(wrong.toSorted());
}

/** The checksum of a file; undefined if it is not there. What only keeps it from being read is thrown. */
async function sumOfFile(file: string): Promise<string | undefined> {
  try {
    return (await sumOf(createReadStream(file))).sha256;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
