import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** Records that refer to files. */
export interface FileOwner {
  /** Where those files lie; ends with a slash. What lies where nobody is the owner is never swept. */
  prefix: string;
  /** Those of these keys, all below the prefix, that a record refers to. */
  held(ctx: Context, keys: readonly string[]): Promise<readonly string[]>;
}

/** Files of a record that `DELETE /api/v1/file` takes away. */
export interface RemovableFiles {
  target_ctl: string;
  file_types: readonly string[];
  remove(ctx: Context, file: { target_id: string; file_type: string; file_path: string }): Promise<void>;
}

/** Keys that browsers may upload to without passing through our calls. */
export interface UploadRule {
  pattern: RegExp;
  maxBytes: number;
  /** Refuses, by what it throws, whoever may not upload there. */
  check?: (ctx: Context) => Promise<void>;
}

/** The register of files: who refers to which, who can take one away, and where browsers may put some. */
export class FileOwners {
  private readonly owners: FileOwner[] = [];
  private readonly removables: RemovableFiles[] = [];
  private readonly rules: UploadRule[] = [];

  add(owner: FileOwner): void {
    this.owners.push(owner);
  }

  addRemovable(files: RemovableFiles): void {
    this.removables.push(files);
  }

  addUploads(rule: UploadRule): void {
    this.rules.push(rule);
  }

  get prefixes(): string[] {
    return [...new Set(this.owners.map((owner) => owner.prefix))];
  }

  /** Those of these keys that any record refers to. */
  async held(ctx: Context, prefix: string, keys: readonly string[]): Promise<Set<string>> {
    const asked = this.owners.filter((owner) => owner.prefix === prefix);
    return new Set((await Promise.all(asked.map((owner) => owner.held(ctx, keys)))).flat());
  }

  removable(targetCtl: string, fileType: string): RemovableFiles | undefined {
    return this.removables.find((one) => one.target_ctl === targetCtl && one.file_types.includes(fileType));
  }

  ruleFor(key: string): UploadRule | undefined {
    return this.rules.find((rule) => rule.pattern.test(key));
  }
}

// Any number that no other lock of the product has.
const sweepLock = 7_202_611;

/**
 * Keeps the sweep away until the transaction ends. Take it before a record begins to refer to a file that may be a day
 * old, then see that the file is there; a file put in the same act needs none.
 */
export async function keepFiles(ctx: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(sweepLock)})`.execute(ctx.db);
}

/** Waits for the transactions that keep files, and lets no other begin until this one ends. */
export async function holdFilesForSweep(ctx: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(sweepLock)})`.execute(ctx.db);
}
