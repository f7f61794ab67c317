import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#kernel/config/config.ts';
import { startComposedPostgres } from './compose-postgres.ts';
import { haveProgram } from './debian.ts';

const run = promisify(execFile);
const file = path.resolve(import.meta.dirname, '../deploy/compose/compose.yaml');
const isLong = process.env['TEST_LONG'] === '1';
const haveCompose = isLong && (await haveProgram(['docker-compose', '--version'], ['docker-compose']));
const postgres = isLong ? await startComposedPostgres() : undefined;

const addresses = 'OFFICE_ADDRESS=http://localhost\nFILES_ADDRESS=http://files.localhost\nFILES_HOST=files.localhost\n';
const secrets = ['DATABASE_PASSWORD', 'REPLICATION_PASSWORD', 'FILES_SECRET', 'ADMIN_PASSWORD'];
const linesOf = (names: readonly string[]) => names.map((one) => `${one}=0123456789abcdef\n`).join('');
const complete = addresses + linesOf(secrets);

/** The file as compose reads it with these lines in `.env`. */
async function composed(lines: string, files = [file]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'compose-'));
  const env = path.join(folder, '.env');
  await writeFile(env, lines);
  try {
    const options = { env: { PATH: process.env['PATH'] } };
    const args = [...files.flatMap((one) => ['--file', one]), '--env-file', env, 'config'];
    return (await run('docker-compose', args, options)).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The lines of a service in that text. */
const sectionOf = (text: string, service: string): string =>
  new RegExp(`^  ${service}:\n((?:    .*\n)+)`, 'm').exec(text)?.[1] ?? '';

/** The variables of a service, from its section of that text. */
function variablesOf(text: string, service: string): Record<string, string> {
  const [, block = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(sectionOf(text, service)) ?? [];
  return Object.fromEntries([...block.matchAll(/^ {6}(\w+): '?(.*?)'?$/gm)].map(([, name, value]) => [name, value]));
}

describe.runIf(haveCompose)('The compose file', () => {
  test.each(secrets)('has no default for %s, and does not start without', async (secret) => {
    const others = secrets.filter((one) => one !== secret);
    await expect(composed(addresses + linesOf(others))).rejects.toThrow(secret);
  });

  test('gives both instances valid settings, the same for both', async () => {
    const text = await composed(complete);
    const variables = variablesOf(text, 'office-one');
    expect(variables).toEqual(variablesOf(text, 'office-two'));
    expect(readConfig(variables)).toMatchObject({
      databaseUrl: expect.stringContaining('@primary,replica/'),
      databaseReadUrl: expect.stringContaining('@replica,primary/'),
      bucket: { bucket: 'office', endpoint: 'http://files.localhost' },
      publicUrl: 'http://localhost',
      trustedProxies: ['uniquelocal'],
    });
  });

  test('backs up with the settings of the instances, into a volume that is its own', async () => {
    const text = await composed(complete);
    const { BACKUP_TO, BACKUP_KEEP, BACKUP_KEY, REHEARSAL_URL, ...others } = variablesOf(text, 'backup');
    expect(others).toEqual(variablesOf(text, 'office-one'));
    expect(readConfig({ BACKUP_TO, BACKUP_KEEP, BACKUP_KEY })).toMatchObject({ backupTo: '/backups', backupKeep: 14 });
    expect(readConfig({ DATABASE_URL: REHEARSAL_URL }).databaseUrl).toMatch(/@primary,replica\/rehearsal$/);
    expect(sectionOf(text, 'backup')).toContain('backups:/backups');
  });

  test('makes the former primary the replica of the promoted one, with the file for that', async () => {
    const text = await composed(complete, [file, file.replace('compose.yaml', 'swapped.yaml')]);
    expect(variablesOf(text, 'primary')).toMatchObject({ PGPASSWORD: '0123456789abcdef' });
    const primary = sectionOf(text, 'primary');
    expect(primary).toMatch(/entrypoint:\s+- bash\s+- \/replica\.sh\s+- replica\n/);
    expect(primary).toContain('user: postgres');
    expect(primary).toContain('cluster_name=primary');
    expect(sectionOf(text, 'replica')).toContain('synchronous_standby_names=primary');
  });
});

describe.runIf(postgres)('The replica of the compose file', () => {
  test('has every acknowledged write when it is promoted, and takes writes at once', async () => {
    const pair = await startComposedPostgres();
    if (!pair) return;
    try {
      await pair.query('primary', 'create table note (n integer)');
      const acknowledged: number[] = [];
      const writing = (async () => {
        for (let n = 0; ; n++) {
          const isDone = await pair.query('primary', `insert into note values (${n})`).then(
            () => true,
            () => false,
          );
          if (!isDone) return;
          acknowledged.push(n);
        }
      })();
      await expect.poll(() => acknowledged.length).toBeGreaterThan(50);
      await pair.kill('primary');
      await writing;
      await pair.query('replica', 'select pg_promote()');
      const kept = await pair.query('replica', 'select n from note order by n');
      expect(acknowledged.filter((n) => !kept.some((row) => row['n'] === n))).toEqual([]);
      await pair.query('replica', 'insert into note values (-1)');
    } finally {
      await pair.stop();
    }
  });

  test('copies the primary and follows it, also after the slot was given up; promoted, it takes writes and a replica', async () => {
    if (!postgres) return;
    try {
      await postgres.query('primary', 'create table note (text text); insert into note values ($$one$$)');
      const seen = () => postgres.query('replica', 'select text from note').catch(() => []);
      await expect.poll(seen).toEqual([{ text: 'one' }]);
      await postgres.restartReplica();
      await postgres.query('primary', 'insert into note values ($$two$$)');
      await expect.poll(seen).toEqual([{ text: 'one' }, { text: 'two' }]);
      const slots = (name: 'primary' | 'replica') =>
        postgres.query(name, 'select slot_name, active, wal_status from pg_replication_slots');
      const inUse = [{ slot_name: 'replica', active: true, wal_status: 'reserved' }];
      await expect.poll(() => slots('primary')).toEqual(inUse);

      // As the page says, so that writes do not wait for a replica that is away.
      const waitFor = async (names: string) => {
        await postgres.query('primary', `alter system set synchronous_standby_names = '${names}'`);
        await postgres.query('primary', 'select pg_reload_conf()');
      };
      await waitFor('');
      await postgres.loseReplica();
      const limitSlots = async (size: string) => {
        await postgres.query('primary', `alter system set max_slot_wal_keep_size = '${size}'`);
        await postgres.query('primary', 'select pg_reload_conf()');
      };
      await limitSlots('1MB');
      const giveUp = async () => {
        await postgres.query('primary', 'insert into note values (null)');
        await postgres.query('primary', 'select pg_switch_wal()');
        await postgres.query('primary', 'checkpoint');
        return slots('primary');
      };
      await expect.poll(giveUp).toEqual([{ slot_name: 'replica', active: false, wal_status: 'lost' }]);
      await limitSlots('4GB');
      await postgres.query('primary', 'delete from note where text is null');
      postgres.startReplica();
      await expect.poll(seen).toEqual([{ text: 'one' }, { text: 'two' }]);
      await waitFor('replica');
      const standby = 'select application_name as name, sync_state as state from pg_stat_replication';
      await expect.poll(() => postgres.query('primary', standby)).toEqual([{ name: 'replica', state: 'sync' }]);

      await postgres.query('replica', 'select pg_promote()');
      await postgres.query('replica', 'insert into note values ($$three$$)');
      await postgres.swapPrimary();
      await postgres.query('replica', 'insert into note values ($$four$$)');
      const followed = () => postgres.query('primary', 'select text from note').catch(() => []);
      await expect.poll(followed).toEqual(['one', 'two', 'three', 'four'].map((text) => ({ text })));
      await expect.poll(() => slots('replica')).toEqual(inUse);
    } finally {
      await postgres.stop();
    }
  });
});

test.skipIf(haveCompose && postgres)('the compose file: npm run test:long, with Debian packages', () => undefined);
