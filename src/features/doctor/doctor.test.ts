import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startProvider } from '#features/staff/single-sign-on/provider.fixture.ts';
import { locales } from '#kernel/messages/locale.ts';
import type { Finding } from '#kernel/mount/checkup.ts';
import { type Office, type OfficeOptions, startOffice } from '#test/app.ts';
import { mountSmallDisk } from '#test/small-disk.ts';
import { giveAddress, startSmtp } from '#test/smtp-double.ts';
import { certificateFinding } from './checkups/certificate.checkup.ts';
import { diskFinding } from './checkups/disk.checkup.ts';
import { replicaFinding } from './checkups/replica.checkup.ts';
import { limitMs } from './examine.service.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closers.splice(0).toReversed()) await close();
});

async function opened(environment: Record<string, string> = {}, options: OfficeOptions = {}) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'doctor-'));
  closers.push(() => rm(dataDir, { recursive: true }));
  const office = await startOffice({ ...options, environment: { DATA_DIR: dataDir, ...environment } });
  closers.push(() => office.close());
  return { office, dataDir };
}

/** What one check finds. */
async function finds(office: Office, check: string, headers?: Record<string, string>) {
  const { status, json } = await office.admin.get(`/api/v1/doctor?check=${check}`, headers);
  expect(status).toBe(200);
  return json.results[0];
}

const states = (findings: readonly Finding[]) => findings.map(({ state }) => state);

describe('The doctor', () => {
  test('looks at every part of an office in order, and finds nothing bad', async () => {
    const { office } = await opened();
    const { json } = await office.admin.get('/api/v1/doctor');
    expect(json.results.map(({ check }: { check: string }) => check).toSorted()).toEqual(
      'address backup certificate clock configuration database disk drafts mail office rehearsal replica single_sign_on storage trail'.split(
        ' ',
      ),
    );
    // A new office has no backup.
    const odd = json.results.filter(({ state }: { state: string }) => state !== 'ok');
    expect(odd.map(({ check, state }: Record<string, string>) => `${check} ${state}`)).toEqual([
      'backup warn',
      'rehearsal warn',
    ]);
    expect(await finds(office, 'database')).toMatchObject({
      text: expect.stringMatching(/^PostgreSQL \d+\.\d+\w* with .*pg_trgm 1\.\d/),
    });
    expect(json.results.filter(({ text }: { text: string }) => !/[.:)]$/.test(text))).toEqual([]);
  });

  test('answers administrators alone, and knows its checks', async () => {
    const { office } = await opened();
    expect((await office.staff.get('/api/v1/doctor')).status).toBe(403);
    expect((await office.stranger.get('/api/v1/doctor')).status).toBe(401);
    expect((await office.admin.get('/api/v1/doctor?check=nothing')).status).toBe(404);
    expect((await office.staff.get('/doctor')).status).toBe(403);
  });

  test.each(locales)('shows a page without keys of messages: %s', async (locale) => {
    const { office } = await opened();
    const { status, body } = await office.admin.get('/doctor', { 'accept-language': locale === 'jp' ? 'ja' : locale });
    expect(status).toBe(200);
    expect(body).not.toMatch(/(doctor|mail|staff|storage)\.(check|state|off|in_order|attention|backup)\w*[^\w.]/);
    expect(body).toContain('npm run doctor');
  });

  test('leads to pages of the handbook that are there', async () => {
    const { office } = await opened({ PUBLIC_URL: 'https://office.example' });
    const { json } = await office.admin.get('/api/v1/doctor');
    const hrefs = json.results.flatMap(({ act }: { act: { href?: string } | null }) => act?.href ?? []);
    expect(hrefs).toContain('/docs/operations/proxy.md');
    for (const href of [...hrefs, '/docs/operations.md', '/docs/operations/growth.md'])
      expect([href, (await office.stranger.get(href)).status]).toEqual([href, 200]);
  });
});

describe('A check that fails says so', () => {
  test('address: PUBLIC_URL is another one, the proxy is unknown, or it is not set', async () => {
    const { office } = await opened({ PUBLIC_URL: 'https://office.example', TRUSTED_PROXIES: '10.0.0.2' });
    const forwarded = { 'x-forwarded-for': '203.0.113.5', 'x-forwarded-proto': 'https', host: 'office.example' };
    const from = async (remoteAddress: string, headers: Record<string, string>) =>
      (await office.admin.send({ url: '/api/v1/doctor?check=address', method: 'GET', remoteAddress, headers })).json
        .results[0];
    expect(await from('10.0.0.2', forwarded)).toMatchObject({
      state: 'ok',
      text: 'https://office.example, through the proxy 10.0.0.2.',
    });
    expect(await from('10.0.0.9', forwarded)).toMatchObject({
      state: 'warn',
      text: 'The proxy 10.0.0.9 is not in TRUSTED_PROXIES.',
    });
    expect(await from('10.0.0.2', { ...forwarded, 'x-forwarded-proto': 'http' })).toMatchObject({
      state: 'bad',
      text: 'People open http://office.example, but PUBLIC_URL is https://office.example.',
    });
    const plain = await opened();
    expect(await finds(plain.office, 'address', { host: 'office.example' })).toMatchObject({ state: 'warn' });
    expect(await finds(plain.office, 'address', { host: 'localhost:3000' })).toMatchObject({ state: 'ok' });
  });

  test('address: under a path, it is named with the path, whether the proxy takes it away or not', async () => {
    const publicUrl = 'https://office.example/office';
    const { office } = await opened({ PUBLIC_URL: publicUrl, TRUSTED_PROXIES: 'loopback' });
    const answered = async (url: string, proto: string) => {
      const headers = { 'x-forwarded-for': '203.0.113.5', 'x-forwarded-proto': proto, host: 'office.example' };
      return (await office.admin.get(`${url}/api/v1/doctor?check=address`, headers)).json.results[0];
    };
    for (const url of ['', '/office']) {
      expect(await answered(url, 'https')).toMatchObject({
        state: 'ok',
        text: `${publicUrl}, through the proxy 127.0.0.1.`,
      });
      expect(await answered(url, 'http')).toMatchObject({
        state: 'bad',
        text: `People open http://office.example/office, but PUBLIC_URL is ${publicUrl}.`,
      });
    }
  });

  test('certificate: it ends in two days, or nothing answers', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'doctor-tls-'));
    closers.push(() => rm(folder, { recursive: true }));
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
    const subject = '-days 3 -subj /CN=localhost -addext subjectAltName=DNS:localhost';
    const request = `req -x509 -newkey rsa:2048 -nodes ${subject} -keyout ${key} -out ${cert}`;
    execFileSync('openssl', request.split(' '), { stdio: 'ignore' });
    const server = https.createServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(0, 'localhost');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const { office } = await opened({ PUBLIC_URL: `https://localhost:${port}` });
    expect(await finds(office, 'certificate')).toMatchObject({
      state: 'bad',
      text: 'The certificate of localhost ends in 2 days.',
      act: { kind: 'guide', href: '/docs/operations/proxy.md' },
    });
    await new Promise((resolve) => server.close(resolve));
    expect(await finds(office, 'certificate')).toMatchObject({ state: 'warn' });
  });

  test('certificate: it has ended, is for another name, or is not trusted', () => {
    const day = 86_400_000;
    const found = (endsAt: number, problem = '') => certificateFinding('office.example', { endsAt, problem }, 0);
    expect(states([found(0), found(6 * day), found(20 * day), found(60 * day)])).toEqual(['bad', 'bad', 'warn', 'ok']);
    expect(found(60 * day, 'ERR_TLS_CERT_ALTNAME_INVALID')).toMatchObject({ state: 'bad' });
    expect(found(60 * day, 'SELF_SIGNED_CERT_IN_CHAIN')).toMatchObject({ state: 'warn' });
  });

  test('database: an extension is older than the one that is there', async () => {
    const { office } = await opened();
    await sql`update pg_extension set extversion = '1.0' where extname = 'pg_trgm'`.execute(office.db);
    expect(await finds(office, 'database')).toMatchObject({
      state: 'warn',
      text: expect.stringContaining('The extension pg_trgm is at 1.0'),
      act: { kind: 'command', command: 'alter extension pg_trgm update' },
    });
  });

  test('clock: this machine is an hour ahead of the database', async () => {
    const { office } = await opened();
    expect(await finds(office, 'clock')).toMatchObject({ state: 'ok' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    expect(await finds(office, 'clock')).toMatchObject({
      state: 'bad',
      text: expect.stringMatching(/differ by 3,?(599|600|601) seconds/),
    });
  });

  test('disk: that of the data is full', async ({ skip }) => {
    const disk = await mountSmallDisk(8 << 20);
    if (!disk) return skip('a disk can only be mounted by root');
    closers.push(() => disk.remove());
    const { office } = await opened({ DATA_DIR: disk.folder });
    expect(await finds(office, 'disk')).toMatchObject({ state: 'ok' });
    await writeFile(path.join(disk.folder, 'filler'), Buffer.alloc(7.5 * (1 << 20)));
    await expect.poll(() => finds(office, 'disk')).toMatchObject({ state: 'warn', act: { kind: 'guide' } });
    await appendFile(path.join(disk.folder, 'filler'), Buffer.alloc(400 << 10));
    await expect.poll(() => finds(office, 'disk')).toMatchObject({ state: 'bad' });
  });

  test('disk: there is room for no further file, however small', async ({ skip }) => {
    const disk = await mountSmallDisk(8 << 20, 200);
    if (!disk) return skip('a disk can only be mounted by root');
    closers.push(() => disk.remove());
    const { office } = await opened({ DATA_DIR: disk.folder });
    expect(await finds(office, 'disk')).toMatchObject({ state: 'ok' });
    const isFull = async () => {
      for (let file = 0; file < 200; file++) await writeFile(path.join(disk.folder, `filler-${file}`), '');
    };
    await expect(isFull()).rejects.toThrow('ENOSPC');
    await expect
      .poll(() => finds(office, 'disk'))
      .toMatchObject({ state: 'bad', text: expect.stringContaining('Only 0% of the inodes'), act: { kind: 'guide' } });
  });

  test('disk: few bytes or inodes are left', () => {
    const disk = { free: 500, size: 1000, freeNodes: 500, nodes: 1000 };
    expect(diskFinding(disk)).toMatchObject({ state: 'ok' });
    expect(diskFinding({ ...disk, freeNodes: 0, nodes: 0 })).toMatchObject({ state: 'ok' });
    expect(diskFinding({ ...disk, free: 99 })).toMatchObject({ state: 'warn', says: [{ key: 'doctor.disk_full' }] });
    expect(diskFinding({ ...disk, freeNodes: 1 })).toMatchObject({
      state: 'bad',
      says: [{ key: 'doctor.disk_inodes' }],
    });
  });

  test('files: nothing can be written, and what was written is gone again', async () => {
    const { office, dataDir } = await opened();
    expect(await finds(office, 'storage')).toMatchObject({ state: 'ok' });
    const left = await Array.fromAsync(office.storage.list('staging/'));
    expect(left).toEqual([]);
    await rm(path.join(dataDir, 'files'), { recursive: true });
    await writeFile(path.join(dataDir, 'files'), 'no folder');
    expect(await finds(office, 'storage')).toMatchObject({
      state: 'bad',
      text: expect.stringContaining('A file could not be written and read.'),
    });
  });

  test('replica: it does not answer, or is far behind', async () => {
    const { office } = await opened({}, { replicaUrl: 'postgres://office@127.0.0.1:1/office' });
    expect(await finds(office, 'replica')).toMatchObject({
      state: 'warn',
      text: 'The replica does not answer, so the database is read instead.',
    });
    expect(states([replicaFinding(30), replicaFinding(31), replicaFinding(3600)])).toEqual(['ok', 'warn', 'bad']);
  });

  test('backup and rehearsal: they are old, or never were', async () => {
    const { office, dataDir } = await opened();
    expect(await finds(office, 'backup')).toMatchObject({ state: 'warn', text: 'No backup was made on this machine.' });
    const now = Math.floor(Date.now() / 1000);
    const status = (hours: number, days: number) =>
      writeFile(
        path.join(dataDir, 'backup-status.json'),
        JSON.stringify({ made_at: now - hours * 3600, rehearsed_at: now - days * 86_400 }),
      );
    await status(2, 3);
    expect(await finds(office, 'backup')).toMatchObject({ state: 'ok', text: 'The last backup was made 2 hours ago.' });
    expect(await finds(office, 'rehearsal')).toMatchObject({ state: 'ok' });
    await status(30, 41);
    expect(await finds(office, 'backup')).toMatchObject({ state: 'warn' });
    expect(await finds(office, 'rehearsal')).toMatchObject({
      state: 'warn',
      text: 'A backup was restored on trial 41 days ago.',
      act: { kind: 'command', command: 'npm run backup -- --rehearse' },
    });
    await status(200, 41);
    expect(await finds(office, 'backup')).toMatchObject({ state: 'bad' });
    await writeFile(path.join(dataDir, 'backup-status.json'), 'no JSON');
    expect(await finds(office, 'backup')).toMatchObject({
      state: 'bad',
      text: expect.stringContaining('not be checked'),
    });
  });

  test('variables: they contradict each other', async () => {
    const { office } = await opened({
      PUBLIC_URL: 'https://office.example',
      DATABASE_READ_URL: 'postgres://office@replica/office',
      BACKUP_KEY: 'age1x',
    });
    const { state, text } = await finds(office, 'configuration');
    expect(state).toBe('bad');
    for (const part of ['DATABASE_READ_URL is set without', 'TRUSTED_PROXIES is empty', 'BACKUP_KEY is set without'])
      expect(text).toContain(part);
    const plain = await opened({ PUBLIC_URL: 'http://office.example' });
    expect(await finds(plain.office, 'configuration')).toMatchObject({ state: 'warn' });
  });

  test('mail: the server is away, refuses the password, or takes it; then a test can be sent', async () => {
    const smtp = await startSmtp({ user: { name: 'office', password: 'right' } });
    closers.push(() => smtp.close());
    const mail = (password: string) => ({
      SMTP_URL: smtp.url.replace(/\/\/([^@]+@)?/, `//office:${password}@`),
      MAIL_FROM: 'office@library.example',
    });
    const { office } = await opened(mail('right'));
    expect(await finds(office, 'mail')).toMatchObject({
      state: 'ok',
      text: '127.0.0.1 takes mail.',
      act: { kind: 'call', call: 'POST /api/v1/mail/test', label: 'Send me a test' },
    });
    await giveAddress(office.db, 'ada', 'ada@library.example');
    expect((await office.admin.post('/api/v1/mail/test')).status).toBe(200);
    const refused = await opened(mail('wrong'));
    expect(await finds(refused.office, 'mail')).toMatchObject({
      state: 'bad',
      hint: 'The mail server refused the password in SMTP_URL',
    });
    await smtp.close();
    expect(await finds(office, 'mail')).toMatchObject({ state: 'bad', hint: 'The mail server cannot be reached' });
  });

  test('single sign-on: the provider is away', async () => {
    const provider = await startProvider();
    const { office } = await opened(provider.environment);
    expect(await finds(office, 'single_sign_on')).toMatchObject({ state: 'ok' });
    await provider.stop();
    expect(await finds(office, 'single_sign_on')).toMatchObject({
      state: 'bad',
      hint: 'Until it does, nobody can log in through it.',
    });
  });
});

test('A check that hangs keeps neither the page nor the others, and runs once however often it is asked', async () => {
  let begun = 0;
  const hanging = Promise.withResolvers<Finding>();
  const extra = {
    name: 'hanging',
    checkups: [
      {
        name: 'hanging',
        label: 'doctor.check_disk',
        find: () => {
          begun += 1;
          return hanging.promise;
        },
      },
    ],
    register: () => undefined,
  };
  const { office } = await opened({}, { extra });
  const page = await office.admin.get('/doctor');
  expect(page.body).toContain('Checking…');
  expect(page.body).toContain('This machine and the database differ by');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const late = finds(office, 'hanging');
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(limitMs);
  expect(await late).toMatchObject({ state: 'warn', text: 'No answer within 10 seconds.' });
  expect(begun).toBe(1);
  vi.useRealTimers();
  hanging.resolve({ state: 'ok', says: [{ key: 'doctor.office_ok' }] });
  await expect.poll(() => finds(office, 'hanging')).toMatchObject({ state: 'ok' });
});
