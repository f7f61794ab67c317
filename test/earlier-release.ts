import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '..');
const migrations = 'db/migrations';

/** The product as of some migrations ago, installed and built in its own folder. */
export interface EarlierRelease {
  readonly folder: string;
  /** The migrations added since. */
  readonly since: readonly string[];
  /** Runs tests of that release with its own code, on tables migrated by this release; rejects with the failures. */
  testOnOurTables(file: string, environment: Record<string, string>): Promise<void>;
}

// One or two migrations may not touch anything that an earlier release uses.
const fewestSince = 5;

/**
 * Installs it, which takes minutes the first time; returns the reason if there is none. `UPGRADE_FROM` selects another.
 */
export async function findEarlierRelease(): Promise<EarlierRelease | string> {
  const found = await findCommit().catch(() => undefined);
  if (!found) return 'there is no history of the project here, or none that reaches back far enough';
  const { commit, since } = found;
  const folder = path.join(root, '.cache/earlier', commit);
  if (!existsSync(folder)) await checkOut(commit, folder);
  await inFolder(folder, ['scripts/build.mjs'], {});
  return {
    folder,
    since,
    testOnOurTables: async (file, environment) => {
      const own = path.join(folder, migrations);
      await cp(path.join(root, migrations), own, { recursive: true });
      try {
        await inFolder(folder, ['node_modules/vitest/vitest.mjs', 'run', '--project=!check', file], environment);
      } finally {
        await Promise.all(since.map((name) => rm(path.join(own, name), { force: true })));
      }
    },
  };
}

/** The newest commit whose migrations are a proper prefix of ours. */
async function findCommit(): Promise<{ commit: string; since: string[] } | undefined> {
  const ours = (await readdir(path.join(root, migrations))).filter((name) => name.endsWith('.sql')).toSorted();
  const given = process.env['UPGRADE_FROM'];
  const listed = given ? ['-1', given] : ['--first-parent', 'HEAD'];
  for (const commit of (await git('rev-list', ...listed)).split('\n').filter(Boolean)) {
    const tree = await git('ls-tree', '--name-only', `${commit}:${migrations}`);
    const theirs = tree.split('\n').filter((name) => name.endsWith('.sql'));
    const since = ours.slice(theirs.length);
    const isBeginning = theirs.toSorted().every((name, index) => name === ours[index]);
    if (isBeginning && since.length >= (given ? 0 : fewestSince)) return { commit, since };
  }
  return undefined;
}

async function checkOut(commit: string, folder: string): Promise<void> {
  const staging = `${folder}.${process.pid}`;
  await mkdir(staging, { recursive: true });
  const archive = path.join(staging, 'archive.tar');
  await git('archive', '--output', archive, commit);
  await run('tar', ['-xf', archive, '-C', staging]);
  await rm(archive);
  await rename(staging, folder);
}

const git = async (...args: string[]) => (await run('git', args, { cwd: root, maxBuffer: 2 ** 26 })).stdout;

/** With its own Node, and without the environment of this run. */
async function inFolder(folder: string, args: string[], environment: Record<string, string>): Promise<void> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment };
  await run(process.execPath, args, { cwd: folder, env, maxBuffer: 2 ** 26 }).catch((error: unknown) => {
    const said = error as { stdout?: string; stderr?: string };
    throw new Error(`${args.join(' ')} of the earlier release failed:\n${said.stdout}\n${said.stderr}`);
  });
}
