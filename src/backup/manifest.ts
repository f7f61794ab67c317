import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const Table = z.object({
  /** Includes its schema: `public.book`. */
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** Checksum of its lines in COPY's text format, before compression. */
  sha256: z.string(),
});

const Manifest = z.object({
  format: z.literal(1),
  made_at: z.string(),
  /** The database's newest migration. */
  migration: z.string(),
  /** The version of the job queue's schema. */
  jobs: z.number(),
  tables: z.array(Table),
  sequences: z.array(z.object({ name: z.string(), last: z.number() })),
  files: z.array(z.object({ key: z.string(), size: z.number(), sha256: z.string() })),
});

/** The contents of a backup, with checksums: `manifest.json`, written last, so that only a complete backup has one. */
export type Manifest = z.output<typeof Manifest>;
export type TableEntry = z.output<typeof Table>;

/** The paths of the parts of a backup in its folder. */
export const pathOf = {
  table: (folder: string, name: string) => path.join(folder, 'tables', `${name}.copy.gz`),
  file: (folder: string, key: string) => path.join(folder, 'files', key),
  secret: (folder: string) => path.join(folder, 'secret'),
};

/** Ends the command with a message for the operator. */
export class BackupError extends Error {}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const draft = path.join(folder, 'manifest.draft');
  await writeFile(draft, JSON.stringify(manifest, undefined, 1), { flush: true });
  await rename(draft, path.join(folder, 'manifest.json'));
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new BackupError(`${folder} is no whole backup: it has no manifest.json.`);
  });
  const parsed = Manifest.safeParse(parse(text));
  if (!parsed.success) throw new BackupError(`${folder} was made by another release, and this one cannot read it.`);
  return parsed.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BackupError('The backup is damaged, and nothing was changed: manifest.json');
  }
}
