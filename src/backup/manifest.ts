import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { BackupPlace } from './place.ts';

const Table = z.object({
  /** Includes its schema: `public.book`. */
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** Checksum of its lines in COPY's text format, before compression. */
  sha256: z.string(),
});

const Manifest = z.object({
  /** 1: its files have their own names; 2: those of their checksums, shared with other backups. */
  format: z.literal([1, 2]),
  made_at: z.string(),
  /** The release that made it, if it told. */
  release: z.string().optional(),
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

/** The part that holds a table. */
export const tablePart = (name: string): string => `tables/${name}.copy.gz`;

/** The part that holds a file. */
export const filePart = ({ format }: Pick<Manifest, 'format'>, { key, sha256 }: Manifest['files'][number]): string =>
  format === 1 ? `files/${key}` : `files/${sha256.slice(0, 2)}/${sha256}`;

/** Ends the command with a message for the operator. */
export class BackupError extends Error {}

export const writeManifest = (place: BackupPlace, manifest: Manifest): Promise<void> =>
  place.put('manifest.json', Readable.from([Buffer.from(JSON.stringify(manifest, undefined, 1))]));

/** Throws {@link BackupError} if there is no whole backup, or none that this release can read. */
export async function readManifest(place: BackupPlace): Promise<Manifest> {
  const given = await place
    .open('manifest.json')
    .then(text)
    .catch((error: unknown) => {
      if (error instanceof BackupError) throw error;
      throw new BackupError(`${place.name} is no whole backup: it has no manifest.json that can be read here.`);
    });
  const parsed = Manifest.safeParse(parse(given));
  if (!parsed.success) throw new BackupError(`${place.name} was made by another release, and this one cannot read it.`);
  return parsed.data;
}

function parse(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    throw new BackupError('The backup is damaged, and nothing was changed: manifest.json');
  }
}
