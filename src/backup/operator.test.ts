import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SpawnedOffice, spawnOffice, spawnProgram } from '#test/spawned-office.ts';
import { addBackup } from './backup.ts';
import {
  addLibrary,
  Folders,
  type Installation,
  newInstallation,
  signedIn,
  sql,
  start,
} from './installation.fixture.ts';

const run = promisify(execFile);
const page = await readFile('docs/operations/restore.md', 'utf8');

/** The lines of the page's code block below a heading. */
function stepsOf(heading: string): string[] {
  const [, block = ''] = new RegExp(`^## ${heading}\n.*?^\`\`\`sh\n(.*?)^\`\`\``, 'ms').exec(page) ?? [];
  return block.trim().split('\n');
}

// An account that every machine has, other than root and those that PostgreSQL has: "daemon".
const owner = { uid: 1, gid: 1 };

const isRoot = process.getuid?.() === 0;
const isLong = process.env['TEST_LONG'] === '1';

describe.runIf(isRoot)('An operator who follows the page', () => {
  const folders = new Folders();
  let from: Installation;
  let backups: string;
  let dataDir: string;
  let running: SpawnedOffice | undefined;
  beforeAll(async () => {
    from = await newInstallation(await folders.add());
    const office = await start(from);
    await addLibrary(office);
    backups = await folders.add();
    await addBackup(from.config, backups);
    await office.stop();
    await run('chown', ['-R', `${owner.uid}:${owner.gid}`, backups]);
  });
  afterAll(async () => {
    await running?.stop();
    await from.database.drop();
    await folders.remove();
  });

  /** An installation with its own folder and embedded database, in use. */
  async function service(): Promise<void> {
    dataDir = await folders.add();
    await chown(dataDir, owner.uid, owner.gid);
    await control['start']?.();
    if (running) await (await signedIn(running))('POST', '/api/v1/age_group', { title: 'Before the restore' });
  }

  /** Starts and stops the product as its own user. */
  const control: Record<string, () => Promise<unknown>> = {
    stop: async () => running?.stop(),
    start: async () => {
      running = await spawnOffice(
        { DATA_DIR: dataDir, ADMIN_ID: 'ada', ADMIN_PASSWORD: 'correct horse battery' },
        undefined,
        owner,
      );
    },
  };

  /** Runs a program of the product; returns what it said. It must succeed. */
  async function program(words: string[], environment: Record<string, string>, as?: typeof owner): Promise<string> {
    const child = spawnProgram(words, environment, undefined, as);
    const [said, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect([words, code, wrong]).toEqual([words, 0, '']);
    return said;
  }

  /** What in the folder belongs to another user than the service's. */
  async function strangers(): Promise<string[]> {
    const strange: string[] = [];
    for (const one of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
      const name = path.join(one.parentPath, one.name);
      // A running database removes files of its own.
      const found = await lstat(name).catch(() => undefined);
      if (found && found.uid !== owner.uid) strange.push(name);
    }
    return strange;
  }

  /** Everything in the folder is its user's, the secret is readable by nobody else, and the product serves it. */
  async function requireRestored(): Promise<void> {
    expect(await strangers()).toEqual([]);
    expect((await lstat(path.join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
    if (!running) throw new Error('the product was not started');
    const request = await signedIn(running);
    const groups = await (await request('GET', '/api/v1/age_group')).text();
    expect(groups).not.toContain('Before the restore');
    const [image] = await sql(from.database, 'select folder, file_name from book_image order by img_idx limit 1');
    await request('GET', `/contents/${String(image?.['folder'])}/${String(image?.['file_name'])}`);
    // It may write there, too.
    await request('POST', '/api/v1/age_group', { title: 'After the restore' });
    await running.stop();
    running = undefined;
  }

  test.runIf(isLong)('restores a service of systemd, whose files are its own user’s', async () => {
    await service();
    const settings = path.join(await folders.add(), 'library-office.env');
    await writeFile(settings, 'TIME_ZONE=Asia/Seoul\n');
    const environment: Record<string, string> = {};
    const replacements: Record<string, string> = {
      '/opt/library-office': process.cwd(),
      '/etc/library-office.env': settings,
      '/var/lib/library-office': dataDir,
      '/var/backups/library-office': backups,
    };
    const programs: Record<string, string[]> = {
      restore: ['dist/server/backup.js', 'restore'],
      verify: ['dist/server/verify.js'],
    };
    const said: string[] = [];
    const steps: [RegExp, (...found: string[]) => Promise<unknown>][] = [
      [/^cd (.+)$/, async (folder) => expect(folder).toBe(process.cwd())],
      [/^systemctl (stop|start) library-office library-office-backup\.timer$/, async (verb = '') => control[verb]?.()],
      [
        /^set -a; \. (.+); set \+a$/,
        async (file = '') => {
          for (const line of (await readFile(file, 'utf8')).trim().split('\n')) {
            const [name = '', ...value] = line.split('=');
            environment[name] = value.join('=');
          }
        },
      ],
      [/^export DATA_DIR=(.+)$/, async (folder = '') => Object.assign(environment, { DATA_DIR: folder })],
      [
        /^npm run (\w+)(?: -- (.+))?$/,
        async (name = '', args = '') => {
          said.push(await program([...(programs[name] ?? []), ...args.split(' ').filter(Boolean)], environment));
        },
      ],
    ];
    for (const line of stepsOf('Under systemd')) {
      const here = Object.entries(replacements).reduce((step, [theirs, ours]) => step.replaceAll(theirs, ours), line);
      const step = steps.find(([pattern]) => pattern.test(here));
      if (!step) throw new Error(`The page has a step that this test cannot follow: ${line}`);
      const [pattern, act] = step;
      await act(...(pattern.exec(here) ?? []).slice(1).map((group) => group ?? ''));
    }
    expect(said[0]).toMatch(/This release, .*, restores it\.\nWhole: .* Nothing was changed\.\n$/);
    await requireRestored();
  });

  test('backs up and rotates the secret as root, and the service can read what that writes', async () => {
    await service();
    const environment = { DATA_DIR: dataDir, BACKUP_TO: await folders.add() };
    await program(['dist/server/backup.js', 'backup'], environment);
    await program(['dist/server/operations.js', 'secret', 'rotate'], environment);
    expect(await strangers()).toEqual([]);
    const status = await readFile(path.join(dataDir, 'backup-status.json'), 'utf8');
    expect(JSON.parse(status)).toEqual({ made_at: expect.any(Number) });
    await running?.stop();
    running = undefined;
  });

  test.runIf(isLong)('restores a container, whose user can do no more than its own', async () => {
    await service();
    for (const line of stepsOf('In a container')) {
      const [, verb] = /^podman (stop|start) office$/.exec(line) ?? [];
      if (verb) {
        await control[verb]?.();
        continue;
      }
      const [, mounts = '', words] =
        /^podman run --rm --env-file office\.env((?: -v \S+)+) library-office node (.+)$/.exec(line) ?? [];
      if (!words) throw new Error(`The page has a step that this test cannot follow: ${line}`);
      expect(mounts).toContain('-v office:/data');
      await program(
        words.replace(/ restore \/backups/, ` restore ${backups}`).split(' '),
        { DATA_DIR: dataDir },
        owner,
      );
    }
    await requireRestored();
  });
});

test('The unit for backups is one that systemd accepts, and runs commands that exist', async ({ skip }) => {
  const unit = await readFile('deploy/library-office-backup.service', 'utf8');
  const commands = [...unit.matchAll(/^ExecStart=\S+ (\S+)/gm)].map(([, file]) => file);
  expect(commands).toEqual(['dist/server/backup.js', 'dist/server/backup.js']);
  const child = spawn('systemd-analyze', ['verify', '--man=no', 'deploy/library-office-backup.timer'], {
    stdio: 'pipe',
  });
  const missing = await Promise.race([once(child, 'error'), once(child, 'exit').then(() => undefined)]);
  if (missing) return skip('there is no systemd here');
  expect(await text(child.stderr)).not.toMatch(/library-office-backup\.timer:\d+/);
});
