import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { spawnProgram } from '#test/spawned-office.ts';

const password = 'correct horse battery';
const otpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

let office: Office;
let dataDir: string;
let eve: Person;
let formerLink: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'rotation-'));
  office = await startOffice({ environment: { DATA_DIR: dataDir } });
  await office.admin.post('/api/v1/staff', { staff_id: 'eve', name: 'Eve', password, is_admin: true });
  eve = await office.signIn('eve', true);
  const body = { current_password: password, secret: otpSecret, otp: codeLater(0) };
  expect((await eve.post('/api/v1/staff/me/second_factor', body)).status).toBe(200);
  await office.admin.post('/api/v1/webhook', { name: 'A', url: 'http://127.0.0.1:9/' });
});
afterAll(async () => {
  await office.close();
  await rm(dataDir, { recursive: true, force: true });
});

const codeLater = (seconds: number) =>
  new TOTP({ secret: otpSecret }).generate({ timestamp: office.clock.now().getTime() + seconds * 1000 });
const secrets = async () => (await readFile(path.join(dataDir, 'secret'), 'utf8')).split(/\s+/).filter(Boolean);
const run = async (...args: string[]) => {
  const child = spawnProgram(['dist/server/operations.js', 'secret', ...args], {
    DATABASE_URL: office.databaseUrl,
    DATA_DIR: dataDir,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, said: said.trim() };
};

const logIn = (otp: string) => office.stranger.post('/login', { id: 'eve', password, otp });
const newLink = async (): Promise<string> =>
  (await office.admin.post('/api/v1/preview', { of: 'advertisement', id: 'order' })).json.results.href;
const statusOf = async (link: string) => (await office.stranger.get(link)).status;

describe('The secret of an installation', () => {
  test('is rotated while instances run: sessions, codes from apps, webhooks and links go on', async () => {
    formerLink = await newLink();
    const [before] = await secrets();
    expect(await run('rotate')).toEqual({
      code: 0,
      said: 'There is a new secret. Stored values sealed anew: 2.',
    });
    const [newest, former, ...others] = await secrets();
    expect([former, others]).toEqual([before, []]);
    expect(newest).toMatch(/^[\w-]{64}$/);
    expect(newest).not.toBe(before);
    expect((await eve.get('/staff/sessions')).status).toBe(200);
    office.clock.advance(60_000);
    expect((await logIn(codeLater(0))).status).toBe(200);
    expect(await statusOf(formerLink)).toBe(200);
    const trail = await office.db
      .selectFrom('audit')
      .select(['actor', 'action'])
      .where('entity_id', '=', 'secret')
      .execute();
    expect(trail).toEqual([{ actor: null, action: 'setting.updated' }]);
    expect((await office.admin.get('/audit')).body).toShow('The installation’s secret');
  });

  test('ends what the former one signed once that is retired, and nothing else', async () => {
    const link = await newLink();
    expect(await run('retire')).toEqual({ code: 0, said: 'Former secrets retired: 1. Stored values sealed anew: 0.' });
    expect(await secrets()).toHaveLength(1);
    office.clock.advance(60_000);
    expect((await logIn(codeLater(0))).status).toBe(200);
    // An instance reads the secrets again within a second.
    await expect.poll(() => statusOf(formerLink)).toBe(404);
    expect(await statusOf(link)).toBe(200);
  });

  test('is kept by a command that is not understood', async () => {
    const before = await secrets();
    expect(await run('renew')).toEqual({ code: 1, said: expect.stringContaining('npm run secret -- rotate') });
    expect(await secrets()).toEqual(before);
  });
});
