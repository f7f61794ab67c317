import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#kernel/config.ts';
import { startComposedPostgres } from './compose-postgres.ts';
import { haveProgram } from './debian.ts';

const run = promisify(execFile);
const file = path.resolve(import.meta.dirname, '../deploy/compose/compose.yaml');
const isLong = process.env['TEST_LONG'] === '1';
const haveCompose = isLong && (await haveProgram(['docker-compose', '--version'], ['docker-compose']));
const postgres = isLong ? await startComposedPostgres() : undefined;

const places = 'OFFICE_ADDRESS=http://localhost\nFILES_ADDRESS=http://files.localhost\nFILES_HOST=files.localhost\n';
const secrets = ['DATABASE_PASSWORD', 'REPLICATION_PASSWORD', 'FILES_SECRET', 'ADMIN_PASSWORD'];

/** The file as compose reads it with these lines for `.env`. */
async function composed(lines: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'compose-'));
  const env = path.join(folder, '.env');
  await writeFile(env, lines);
  try {
    const options = { env: { PATH: process.env['PATH'] } };
    return (await run('docker-compose', ['--file', file, '--env-file', env, 'config'], options)).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The variables of a service, from its part of that text. */
function variablesOf(text: string, service: string): Record<string, string> {
  const [, part = ''] = new RegExp(`^  ${service}:\n((?:    .*\n)+)`, 'm').exec(text) ?? [];
  const [, block = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(part) ?? [];
  return Object.fromEntries([...block.matchAll(/^ {6}(\w+): '?(.*?)'?$/gm)].map(([, name, value]) => [name, value]));
}

describe.runIf(haveCompose)('The compose file', () => {
  test.each(secrets)('has no default for %s, and does not start without', async (secret) => {
    const others = secrets.filter((one) => one !== secret).map((one) => `${one}=0123456789abcdef\n`);
    await expect(composed(places + others.join(''))).rejects.toThrow(secret);
  });

  test('gives both instances valid settings, the same for both', async () => {
    const text = await composed(places + secrets.map((one) => `${one}=0123456789abcdef\n`).join(''));
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
});

describe.runIf(postgres)('The replica of the compose file', () => {
  test('copies the primary, follows it, and accepts writes once it is promoted', async () => {
    if (!postgres) return;
    try {
      await postgres.ask('primary', 'create table note (text text); insert into note values ($$one$$)');
      const seen = () => postgres.ask('replica', 'select text from note').catch(() => []);
      await expect.poll(seen).toEqual([{ text: 'one' }]);
      await postgres.restartReplica();
      await postgres.ask('primary', 'insert into note values ($$two$$)');
      await expect.poll(seen).toEqual([{ text: 'one' }, { text: 'two' }]);
      expect(await postgres.ask('primary', 'select slot_name, active from pg_replication_slots')).toEqual([
        { slot_name: 'replica', active: true },
      ]);
      await postgres.ask('replica', 'select pg_promote()');
      await postgres.ask('replica', 'insert into note values ($$three$$)');
    } finally {
      await postgres.stop();
    }
  });
});

test.skipIf(haveCompose && postgres)('the compose file: npm run test:long, with Debian packages', () => undefined);
