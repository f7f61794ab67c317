import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../messages/errors.ts';
import type { Context } from '../work/context.ts';
import { listLeftFiles } from './left-files.ts';
import type { Storage } from './storage.ts';

/** Records that refer to files. */
interface FileOwner {
  /** The prefix of those files, ending with a slash. Files outside all such prefixes are never swept. */
  prefix: string;
  /** Those of the given keys, all below the prefix, that a record refers to. */
  referenced(ctx: Context, keys: readonly string[]): Promise<readonly string[]>;
}

/** Files of a record that can be deleted with `DELETE /api/v1/file`. */
interface RemovableFiles {
  target_ctl: string;
  file_types: readonly string[];
  remove(ctx: Context, file: { target_id: string; file_type: string; file_path: string }): Promise<void>;
}

/** Whether a caller means this file, by its key or by its address. */
export const isFileAt = (storage: Pick<Storage, 'publicUrl'>, key: string, path: string): boolean =>
  path === key || path === storage.publicUrl(key);

/** Keys to which browsers may upload directly. */
export interface UploadRule {
  pattern: RegExp;
  maxBytes: number;
  /** Throws if the caller may not upload there. */
  check?: (ctx: Context) => Promise<void>;
}

/** Files that stay for a while though no record has them: uploaded for a set of changes, or left by a record. */
export interface UnownedFiles {
  /** Yields `key`, as sets of changes name them, and `since`, when one was last known to be of use. */
  rows: RawBuilder<unknown>;
  forget: (ctx: Context, keys: readonly string[]) => Promise<unknown>;
}

type FindFiles = (ctx: Context, files: readonly string[]) => Promise<readonly string[]>;

/** The registry of files: which records refer to them, how to delete them, and where browsers may upload. */
export class FileOwners {
  private readonly owners: FileOwner[] = [];
  private readonly removables: RemovableFiles[] = [];
  private readonly rules: UploadRule[] = [];
  private readonly awaiting: FindFiles[] = [];
  /** Files without a record that are forgotten after a day. */
  readonly unowned: UnownedFiles[] = [];

  add(owner: FileOwner): void {
    this.owners.push(owner);
  }

  addRemovable(files: RemovableFiles): void {
    this.removables.push(files);
  }

  addUploads(rule: UploadRule): void {
    this.rules.push(rule);
  }

  addUnowned(files: UnownedFiles): void {
    this.unowned.push(files);
  }

  /** Says how to find those of some files that a set of changes names which waits, or was over less than a day ago. */
  awaitedBy(find: FindFiles): void {
    this.awaiting.push(find);
  }

  /** Those of the given files that a set of changes names which waits, or was over less than a day ago. */
  async awaited(ctx: Context, files: readonly string[]): Promise<readonly string[]> {
    if (files.length === 0) return [];
    return (await Promise.all(this.awaiting.map((find) => find(ctx, files)))).flat();
  }

  get prefixes(): string[] {
    return [...new Set(this.owners.map((owner) => owner.prefix))];
  }

  /** Those of the given keys that any record refers to, or that an act left where they are. */
  async referenced(ctx: Context, prefix: string, keys: readonly string[]): Promise<Set<string>> {
    const owners = this.owners.filter((owner) => owner.prefix === prefix);
    const found = owners.map((owner) => owner.referenced(ctx, keys));
    return new Set((await Promise.all([...found, listLeftFiles(ctx, keys)])).flat());
  }

  /** Those of the given keys, below any prefixes, that any record refers to. */
  async referencedAmong(ctx: Context, keys: readonly string[]): Promise<string[]> {
    const found = this.owners.map(async (owner) => {
      const below = keys.filter((key) => key.startsWith(owner.prefix));
      return below.length === 0 ? [] : owner.referenced(ctx, below);
    });
    return (await Promise.all(found)).flat();
  }

  /** The files that a caller means; refused with the accepted values where there are none of that name. */
  removable(targetCtl: string, fileType: string): RemovableFiles {
    const found = this.removables.find((one) => one.target_ctl === targetCtl);
    if (!found) throw notAmong('target_ctl', [...new Set(this.removables.map((one) => one.target_ctl))]);
    if (!found.file_types.includes(fileType)) throw notAmong('file_type', found.file_types);
    return found;
  }

  ruleFor(key: string): UploadRule | undefined {
    return this.rules.find((rule) => rule.pattern.test(key));
  }
}

const notAmong = (field: string, accepted: readonly string[]) =>
  new AppError(400, 'invalid.input', undefined, {
    fields: { [field]: { key: 'invalid.choice', values: { choices: accepted.join(', ') } } },
  });

// Any number that no other lock of the product uses.
const sweepLock = 7_202_611;

/**
 * Blocks the sweep until the transaction ends. Call it before a record starts to refer to a file that may be a day old,
 * then check that the file exists; a file stored in the same act does not need it.
 */
export async function lockFilesAgainstSweep(ctx: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(sweepLock)})`.execute(ctx.db);
}

/** Waits for the transactions that block the sweep, and blocks new ones until this one ends. */
export async function lockFilesForSweep(ctx: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(sweepLock)})`.execute(ctx.db);
}
