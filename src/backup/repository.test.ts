import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '#kernel/mount/open-storage.ts';
import { haveProgram } from '#test/debian.ts';
import type { TestDatabase } from '#test/postgres.ts';
import { startS3Server } from '#test/s3-server.ts';
import { type SpawnedOffice, spawnProgram } from '#test/spawned-office.ts';
import { testDatabase } from '#test/test-database.ts';
import { addBackup } from './backup.ts';
import {
  addLibrary,
  clear,
  Folders,
  type Installation,
  newInstallation,
  signedIn,
  sql,
  start,
} from './installation.fixture.ts';
import type { BackupLocation } from './location.ts';
import { readManifest } from './manifest.ts';
import { rehearse } from './rehearse.ts';
import { BackupRepository } from './repository.ts';
import { restore } from './restore.ts';
import { restoreFiles } from './restore-files.ts';

// These start a server of PostgreSQL or of objects once more.
const isLong = process.env['TEST_LONG'] === '1';

const folders = new Folders();
let from: Installation;
let office: SpawnedOffice;
let to: string;
/** An empty database for rehearsals, so that not each of them starts a server of its own. */
let spare: TestDatabase;
beforeAll(async () => {
  spare = await testDatabase();
  await clear(spare);
  from = await newInstallation(await folders.add());
  office = await start(from);
  await addLibrary(office);
  const { storage } = await openStorage(from.config);
  const day = new Date(Date.now() - 24 * 60 * 60 * 1000);
  // Files of yesterday: the clocks of a bucket and of this machine may differ by minutes.
  for await (const { key } of storage.list(''))
    await utimes(path.join(from.environment.DATA_DIR, 'files/objects', key), day, day);
});
beforeEach(async () => {
  to = await folders.add();
});
afterAll(async () => {
  await office.stop();
  await from.database.drop();
  await spare.drop();
  await folders.remove();
});

const repository = (config = from.config) => BackupRepository.open(to, config);
const rehearsed = (at: BackupLocation, config = from.config) => rehearse(config, at, { into: spare.url });
const add = (config = from.config) => addBackup(config, to);
/** A backup has the second in which it began as its name. */
const nextSecond = async (time: string) => {
  await expect.poll(() => new Date().toISOString().replace(/[-:]|\..*/g, '')).not.toBe(time);
};
const newest = async (config = from.config) => (await (await repository(config)).times()).at(-1) ?? '';
const titles = (installation: Installation) => sql(installation.database, 'select title from age_group order by title');
const filesIn = async () =>
  (await readdir(path.join(to, 'objects/files'), { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  );

describe('A folder of backups', () => {
  test('holds several, each restorable, and each file once', async () => {
    const { manifest } = await add();
    const files = (await filesIn()).length;
    expect(files).toBe(new Set(manifest.files.map(({ sha256 }) => sha256)).size);
    await nextSecond(await newest());
    const first = await newest();
    await (await signedIn(office))('POST', '/api/v1/age_group', { title: 'After the first' });
    const before = await titles(from);
    await add();
    expect(await filesIn()).toHaveLength(files);
    const installation = await newInstallation(await folders.add());
    await restore(installation.config, await (await repository()).find(first), { replace: true });
    expect(await titles(installation)).not.toEqual(before);
    await restore(installation.config, await (await repository()).find(), { replace: true });
    expect(await titles(installation)).toEqual(before);
    await installation.database.drop();
  });

  test('does not read again what an earlier one has', async () => {
    const { manifest } = await add();
    const [file] = manifest.files;
    const stored = path.join(from.environment.DATA_DIR, 'files/objects', file?.key ?? '');
    const content = await readFile(stored);
    await nextSecond(await newest());
    // As long as before and as old: whoever reads it sees that it is another one.
    const day = new Date(Date.now() - 24 * 60 * 60 * 1000);
    await writeFile(stored, Buffer.alloc(content.length));
    await utimes(stored, day, day);
    expect((await add()).manifest.files).toEqual(manifest.files);
    await writeFile(stored, content);
    await utimes(stored, day, day);
  });

  test('keeps the newest, and of the others only what these need', async () => {
    const config = { ...from.config, backupKeep: 2 };
    const { storage } = await openStorage(from.config);
    await storage.put('staging/content/gone.zip', Readable.from(['soon gone']));
    await add(config);
    await storage.remove('staging/content/gone.zip');
    const first = await newest();
    const all = await filesIn();
    const before = new Date(Date.now() - 48 * 60 * 60 * 1000);
    for (const one of all) await utimes(path.join(one.parentPath, one.name), before, before);
    for (let n = 0; n < 2; n++) {
      await nextSecond(await newest());
      await add(config);
    }
    expect(await (await repository()).times()).not.toContain(first);
    expect(await (await repository()).times()).toHaveLength(2);
    expect(await filesIn()).toHaveLength(all.length - 1);
    await rehearsed(await (await repository()).find());
  });

  test('removes what a killed backup left, and does not offer it', async () => {
    await add();
    const time = await newest();
    const { storage } = { storage: path.join(to, 'objects/backups') };
    await rm(path.join(storage, time, 'manifest.json'));
    expect(await (await repository()).times()).toEqual([]);
    await expect((await repository()).find()).rejects.toThrow('has no backup');
    await nextSecond(time);
    await add();
    expect(await readdir(storage)).toEqual([await newest()]);
  });

  test('refuses a second backup while one is being made', async () => {
    const other = new pg.Client({ connectionString: from.database.url });
    await other.connect();
    await other.query('begin; select pg_advisory_xact_lock(7202621)');
    await expect(add()).rejects.toThrow('Another backup');
    await other.end();
    await add();
  });

  test('is not the bucket of the product itself', async () => {
    const bucket = { bucket: 'office', endpoint: 'http://127.0.0.1:1', region: 'us-east-1' };
    to = 's3://office?endpoint=http://127.0.0.1:1';
    await expect(add({ ...from.config, bucket })).rejects.toThrow("is the product's own bucket");
  });

  test('gives back files that are gone, for a database that its own tools restored', async () => {
    const other = await newInstallation(await folders.add());
    const there = await addBackup(from.config, to, { filesOnly: true });
    expect(there.manifest.tables).toEqual([]);
    await expect(restore(other.config, await (await repository()).find(), { replace: true })).rejects.toThrow(
      '--files',
    );
    expect(await restoreFiles(other.config, await repository())).toBe(there.manifest.files.length);
    expect(await restoreFiles(other.config, await repository())).toBe(0);
    const nowhere = await BackupRepository.open(await folders.add(), other.config);
    await expect(restoreFiles(other.config, nowhere)).rejects.toThrow('has no backup');
    const secret = ({ DATA_DIR }: { DATA_DIR: string }) => readFile(path.join(DATA_DIR, 'secret'), 'utf8');
    expect(await secret(other.environment)).toBe(await secret(from.environment));
    await other.database.drop();
  });
});

describe('A rehearsal', () => {
  test('restores the newest into a scratch database, compares and verifies it, and leaves nothing', async () => {
    await add();
    const environment = { ...from.environment, TMPDIR: await folders.add(), BACKUP_TO: to };
    const child = spawnProgram(['dist/server/backup.js', 'backup', '--rehearse'], environment);
    const [said, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect([code, said]).toEqual([0, expect.stringMatching(/^.*This release, .*, restores it.\nRehearsed: .*\n/s)]);
    expect(wrong).not.toContain('DIFFERS');
    expect(await readdir(environment.TMPDIR)).toEqual([]);
  });

  /** A rehearsal in a folder for temporary files of its own, whose embedded server is running. */
  const beginRehearsal = async () => {
    const environment = { ...from.environment, TMPDIR: await folders.add(), BACKUP_TO: to };
    const child = spawnProgram(['dist/server/backup.js', 'backup', '--rehearse'], environment);
    const over = once(child, 'exit');
    const scratch = async () => {
      const [name = '-'] = (await readdir(environment.TMPDIR)).filter((one) => one.startsWith('office-rehearsal-'));
      return path.join(environment.TMPDIR, name, 'postgres/postmaster.pid');
    };
    await expect.poll(async () => existsSync(await scratch())).toBe(true);
    const server = Number((await readFile(await scratch(), 'utf8')).split('\n')[0]);
    return { child, over, server, environment };
  };
  const isRunning = (pid: number) => existsSync(`/proc/${pid}/cmdline`);

  test('that is interrupted leaves neither the library nor a server', async () => {
    await add();
    const { child, over, server, environment } = await beginRehearsal();
    child.kill('SIGINT');
    expect(await over).toEqual([130, null]);
    expect(await readdir(environment.TMPDIR)).toEqual([]);
    await expect.poll(() => isRunning(server)).toBe(false);
  });

  test.runIf(isLong)('removes what a killed one has left', async () => {
    await add();
    const { child, over, server, environment } = await beginRehearsal();
    child.kill('SIGKILL');
    await over;
    const next = spawnProgram(['dist/server/backup.js', 'backup', '--rehearse'], environment);
    expect(await once(next, 'exit')).toEqual([0, null]);
    expect(await readdir(environment.TMPDIR)).toEqual([]);
    expect(isRunning(server)).toBe(false);
  });

  test.runIf(isLong && process.getuid?.() === 0)(
    'leaves what another user has left, and is not kept from its work',
    async () => {
      await add();
      const environment = { ...from.environment, TMPDIR: await folders.add(), BACKUP_TO: to };
      const strange = path.join(environment.TMPDIR, 'office-rehearsal-999999999-other');
      await mkdir(strange);
      await chown(strange, 65_534, 65_534);
      const child = spawnProgram(['dist/server/backup.js', 'backup', '--rehearse'], environment);
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(await readdir(environment.TMPDIR)).toEqual([path.basename(strange)]);
    },
  );

  test('that fails leaves an empty database', async () => {
    await add();
    const installation = await newInstallation(await folders.add());
    await clear(installation.database);
    const at = await (await repository()).find();
    const lost: BackupLocation = {
      ...at,
      open: async (part) =>
        part === 'tables/public.book.copy.gz' && reads++ > 0 ? Promise.reject(new Error('lost')) : at.open(part),
    };
    let reads = 0;
    await expect(rehearse(from.config, lost, { into: installation.database.url })).rejects.toThrow('lost');
    expect(
      await sql(
        installation.database,
        "select from pg_namespace where nspname in ('pgboss', 'restoring', 'rehearsal')",
      ),
    ).toEqual([]);
    await installation.database.drop();
  });

  test('tells a place that is out of reach from a damaged backup', async () => {
    await add();
    const at = await (await repository()).find();
    const failing = (error: Error): BackupLocation => ({
      ...at,
      open: async (part) => {
        if (part.startsWith('files/')) throw error;
        return at.open(part);
      },
    });
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    await expect(rehearsed(failing(refused))).rejects.toThrow('cannot be read now');
    await expect(rehearsed(failing(new Error('bad')))).rejects.toThrow('is damaged');
    await writeFile(path.join(to, 'objects/backups', await newest(), 'secret'), 'another');
    await expect(rehearsed(at)).rejects.toThrow(/is damaged.*: secret$/);
  });

  test('fails if what was backed up is not consistent', async () => {
    const participants = (by: number) =>
      sql(
        from.database,
        `begin; set local session_replication_role = replica; update event set participants = participants + ${by}; commit`,
      );
    await participants(1);
    await add();
    await participants(-1);
    const { verified } = await rehearsed(await (await repository()).find());
    expect(verified.filter(({ count }) => count > 0).map(({ name }) => name)).toEqual(['event.participants']);
  });

  test('uses an empty database that it is given, again and again, and no other', async () => {
    await add();
    const installation = await newInstallation(await folders.add());
    const at = await (await repository()).find();
    const into = installation.database.url;
    await expect(rehearse(from.config, at, { into })).rejects.toThrow('is not empty');
    await clear(installation.database);
    for (let n = 0; n < 2; n++) await rehearse(from.config, at, { into });
    expect(await sql(installation.database, "select from pg_tables where schemaname in ('public', 'pgboss')")).toEqual(
      [],
    );
    await installation.database.drop();
  });
});

describe('With a key', async () => {
  const haveAge = await haveProgram(['age', '--version'], ['age']);
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const reading = () => ({ ...from.config, backupKey: identity });
  const writing = () => ({ ...from.config, backupKey: recipient });

  test('nothing can be read without it, and everything with it', async () => {
    await add(writing());
    for (const one of await readdir(path.join(to, 'objects'), { recursive: true, withFileTypes: true }))
      if (one.isFile()) expect(one.name).toMatch(/\.age$/);
    const without = await (await repository()).find();
    await expect(readManifest(without)).rejects.toThrow('is no whole backup');
    const withPublicKey = await (await repository(writing())).find();
    await expect(readManifest(withPublicKey)).rejects.toThrow('set BACKUP_KEY to the secret key');
    const { verified } = await rehearsed(await (await repository(reading())).find(), reading());
    expect(verified.filter(({ count }) => count > 0)).toEqual([]);
  });

  test('a machine with only the public key keeps every file, since it cannot know which are needed', async () => {
    await add(writing());
    const files = (await filesIn()).length;
    await nextSecond(await newest());
    await addBackup({ ...writing(), backupKeep: 1 }, to);
    expect(await (await repository()).times()).toHaveLength(1);
    expect((await filesIn()).length).toBeGreaterThanOrEqual(files);
  });

  test.runIf(haveAge)('the program age opens it without the product', async () => {
    await add(reading());
    const file = path.join(await folders.add(), 'key');
    await writeFile(file, identity);
    const table = path.join(to, 'objects/backups', await newest(), 'tables/public.category.copy.gz.age');
    const options = { encoding: 'buffer', maxBuffer: 2 ** 26 } as const;
    const { stdout } = await promisify(execFile)('age', ['--decrypt', '--identity', file, table], options);
    expect(gunzipSync(stdout).toString()).toContain('\t');
  });

  test('a wrong one is refused with what is expected', async () => {
    await expect(repository({ ...from.config, backupKey: 'age1wrong' })).rejects.toThrow('BACKUP_KEY: must be');
  });
});

const server = isLong ? await startS3Server() : undefined;

describe.runIf(server)('A bucket of backups', () => {
  afterAll(() => server?.stop());

  test('takes and gives back backups, each file once', async () => {
    if (!server) return;
    const { endpoint, accessKeyId, secretAccessKey } = server;
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey });
    const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
    const bucket = `b-${randomUUID()}`;
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    to = `s3://${bucket}?endpoint=${encodeURIComponent(endpoint)}`;
    const { manifest } = await add();
    await nextSecond(await newest());
    await add();
    expect((await (await repository()).fileKeys()).size).toBe(new Set(manifest.files.map(({ sha256 }) => sha256)).size);
    const installation = await newInstallation(await folders.add());
    await restore(installation.config, await (await repository()).find(), { replace: true });
    expect(await titles(installation)).toEqual(await titles(from));
    await installation.database.drop();
    client.destroy();
  });
});
