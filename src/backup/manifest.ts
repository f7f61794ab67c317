import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { StorageError } from '#kernel/storage/storage.ts';
import type { BackupLocation } from './location.ts';

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
  /** Where the chain of the audit trail stood; backups of older releases have none. */
  trail: z.object({ rows: z.number(), link: z.string() }).optional(),
  /** Checksum of the installation's secret, if there is one; backups of older releases have none. */
  secret: z.string().optional(),
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

export const writeManifest = (location: BackupLocation, manifest: Manifest): Promise<void> =>
  location.put('manifest.json', Readable.from([Buffer.from(manifestText(manifest))]));

/** A manifest as it is stored, with its own checksum: a digit that flips in it changes what a restore does. */
export const manifestText = (manifest: object): string =>
  JSON.stringify({ ...manifest, sha256: checksum(manifest) }, undefined, 1);

const checksum = (manifest: object) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Throws {@link BackupError} if there is no whole backup, or none that this release can read. */
export async function readManifest(location: BackupLocation): Promise<Manifest> {
  const given = await readPart(location, 'manifest.json', text);
  if (given === undefined)
    throw new BackupError(`${location.name} is no whole backup: it has no manifest.json that can be read here.`);
  const { sha256, ...manifest } = parse(given);
  // Those of older releases have no checksum.
  if (sha256 !== undefined && sha256 !== checksum(manifest)) throw damagedManifest();
  const parsed = Manifest.safeParse(manifest);
  if (!parsed.success)
    throw new BackupError(`${location.name} was made by another release, and this one cannot read it.`);
  return parsed.data;
}

function parse(given: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(given);
    if (typeof parsed === 'object' && parsed !== null) return { ...parsed };
  } catch {
    // It is no JSON at all.
  }
  throw damagedManifest();
}

const damagedManifest = () => new BackupError('The backup is damaged, and nothing was changed: manifest.json');

/**
 * Reads a part of a backup: undefined if it is missing or damaged, that is, also if `read` fails. What only keeps it
 * from being read now, such as a missing key or a bucket that does not answer, is no damage and is thrown.
 */
export async function readPart<T>(
  location: BackupLocation,
  part: string,
  read: (source: Readable) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read(await location.open(part));
  } catch (error) {
    if (error instanceof BackupError) throw error;
    if (isOutOfReach(error))
      throw new BackupError(`${location.name} cannot be read now, at ${part}: ${(error as Error).message}`);
    return undefined;
  }
}

/** Whether the system or a bucket refused to read, rather than found nothing. */
function isOutOfReach(error: unknown): boolean {
  if (error instanceof StorageError) return error.code === 'storage.unreachable';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^E(?!RR_|NOENT|NOTDIR)/.test(code);
}
