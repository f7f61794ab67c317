import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { spawnProgram } from '#test/spawned-office.ts';

let office: Office;
let port: string;
let dataDir: string;
beforeAll(async () => {
  office = await startOffice();
  await office.server.listen({ port: 0, host: '127.0.0.1' });
  port = new URL(office.server.listeningOrigin).port;
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'doctor-'));
});
afterAll(async () => {
  await office.close();
  await rm(dataDir, { recursive: true });
});

async function doctor(environment: Record<string, string>, ...args: string[]) {
  const child = spawnProgram(['dist/server/doctor.js', ...args], { DATA_DIR: dataDir, ...environment });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, said };
}

const running = () => ({ DATABASE_URL: office.databaseUrl, PORT: port });

test('npm run doctor prints what the page shows, and ends well if nothing is bad', async () => {
  const { code, said } = await doctor(running());
  expect(said).toContain('ok    office: The office answers.\n');
  expect(said).toContain('warn  backup: No backup was made on this machine.\n');
  expect(said).toMatch(/ok {4}database: PostgreSQL \d+/);
  expect(said.indexOf('warn')).toBeLessThan(said.indexOf('ok  '));
  expect(code).toBe(0);
  const { results } = (await office.admin.get('/api/v1/doctor')).json;
  const lines = said.match(/^(bad|warn|ok) /gm) ?? [];
  expect(lines.length).toBe(results.length);
  const asJson = JSON.parse((await doctor(running(), '--json', 'clock')).said);
  expect(asJson).toMatchObject([{ check: 'clock', state: 'ok' }]);
});

test('it says that the office is not running, and ends with 1', async () => {
  const { code, said } = await doctor({ ...running(), PORT: '1' });
  expect(said).toContain('bad   office: Nothing answers at http://127.0.0.1:1: the office is not running.');
  expect(said).toMatch(/ok {4}database:/);
  expect(code).toBe(1);
});

test('it says that the database is away, checks the rest, and makes no database of its own', async () => {
  const { code, said } = await doctor({ ...running(), DATABASE_URL: 'postgres://office@127.0.0.1:1/office' });
  expect(said).toContain('bad   database: The database does not answer.');
  expect(said).toContain('warn  clock: Unknown while the database does not answer.');
  expect(said).toMatch(/ok {4}disk:/);
  expect(code).toBe(1);
  const child = await doctor({ DATABASE_URL: '' }, 'database');
  expect(child).toMatchObject({ code: 1, said: expect.stringContaining('bad   database: ') });
  expect(await readdir(dataDir)).not.toContain('postgres');
});

test('a wrong name or option is refused with how it is used', async () => {
  expect(await doctor(running(), 'nothing')).toMatchObject({
    code: 1,
    said: expect.stringContaining('npm run doctor'),
  });
  expect(await doctor(running(), '--mend')).toMatchObject({ code: 1, said: expect.stringContaining('npm run doctor') });
  expect(await doctor({ ...running(), DATABASE_POOL: 'x' })).toMatchObject({
    code: 1,
    said: expect.stringContaining('DATABASE_POOL'),
  });
});
