import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountSmallDisk } from '#test/small-disk.ts';
import { type ServedDirectory, serveDirectory } from './directory-storage.fixture.ts';
import { openDirectoryStorage } from './directory-storage.ts';
import { bytes, listed, storageContract } from './storage.contract-tests.ts';

const hour = 3_600_000;

storageContract('A directory', (clock) => serveDirectory(clock.now));

describe('A directory storage', () => {
  let served: ServedDirectory;

  beforeAll(async () => {
    served = await serveDirectory();
  });
  afterAll(() => served.close());

  const inObjects = (...segments: string[]) => path.join(served.root, 'objects', ...segments);

  it('files and folders can be read by this account only', async () => {
    await served.storage.put('modes/inner/x.txt', bytes('x'));
    const mode = async (file: string) => (await stat(file)).mode & 0o777;
    expect(await mode(inObjects())).toBe(0o700);
    expect(await mode(inObjects('modes'))).toBe(0o700);
    expect(await mode(inObjects('modes', 'inner'))).toBe(0o700);
    expect(await mode(inObjects('modes', 'inner', 'x.txt'))).toBe(0o600);
  });

  it('an object appears only when it is complete', async () => {
    const source = new PassThrough();
    const put = served.storage.put('whole/x.txt', source);
    source.write('half');
    await expect.poll(() => served.partials()).toHaveLength(1);
    expect(await served.storage.stat('whole/x.txt')).toBeNull();
    expect(await listed(served.storage.list('whole/'))).toEqual([]);
    source.end(' and half');
    await put;
    expect(await text(await served.storage.open('whole/x.txt'))).toBe('half and half');
    expect(await served.partials()).toEqual([]);
  });

  it('of two writers of one key the later to finish wins, and nothing is mixed', async () => {
    const [slow, quick] = [new PassThrough(), new PassThrough()];
    const slowPut = served.storage.put('race/x.txt', slow);
    const quickPut = served.storage.put('race/x.txt', quick);
    for (let part = 0; part < 20; part += 1) {
      slow.write('slow ');
      quick.write('quick ');
    }
    quick.end();
    await quickPut;
    expect(await text(await served.storage.open('race/x.txt'))).toBe('quick '.repeat(20));
    slow.end();
    await slowPut;
    expect(await text(await served.storage.open('race/x.txt'))).toBe('slow '.repeat(20));
  });

  it('a reader keeps the object it opened while another replaces it', async () => {
    await served.storage.put('replaced/x.txt', bytes('the old words'));
    const old = await served.storage.open('replaced/x.txt');
    await served.storage.put('replaced/x.txt', bytes('new'));
    expect(await text(old)).toBe('the old words');
  });

  it('an aborted write leaves no file behind', async () => {
    const stop = new AbortController();
    const source = new PassThrough();
    const put = served.storage.put('aborted/x.txt', source, { signal: stop.signal });
    source.write('half');
    await expect.poll(() => served.partials()).toHaveLength(1);
    stop.abort();
    await expect(put).rejects.toMatchObject({ code: 'storage.aborted' });
    expect(await served.partials()).toEqual([]);
    await expect(stat(inObjects('aborted'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('a folder is removed with its last object, and a write during a removal always succeeds', async () => {
    for (let round = 0; round < 50; round += 1) {
      await served.storage.put('pruned/deep/old.txt', bytes('old'));
      const removal = served.storage.remove('pruned/deep/old.txt');
      await Promise.all([removal, served.storage.put('pruned/deep/new.txt', bytes('new'))]);
      expect(await listed(served.storage.list('pruned/'))).toEqual(['pruned/deep/new.txt']);
      await served.storage.remove('pruned/deep/new.txt');
      await expect(stat(inObjects('pruned'))).rejects.toMatchObject({ code: 'ENOENT' });
    }
  });

  it('a key that is the folder of another, or below an object, is refused', async () => {
    await served.storage.put('taken/x', bytes('x'));
    const refused = { code: 'storage.bad_key', status: 400 };
    await expect(served.storage.put('taken', bytes('y'))).rejects.toMatchObject(refused);
    await expect(served.storage.put('taken/x/y', bytes('y'))).rejects.toMatchObject(refused);
    expect(await served.storage.stat('taken')).toBeNull();
    expect(await served.storage.stat('taken/x/y')).toBeNull();
    expect(await served.partials()).toEqual([]);
  });

  it('symbolic links are never followed', async () => {
    const outside = await mkdtemp(path.join(tmpdir(), 'outside-'));
    await writeFile(path.join(outside, 'secret.txt'), 'secret');
    await mkdir(inObjects('links'), { recursive: true });
    await symlink(outside, inObjects('links', 'folder'));
    await symlink(path.join(outside, 'secret.txt'), inObjects('links', 'file.txt'));
    await symlink('loop', inObjects('links', 'loop'));

    for (const key of ['links/folder/secret.txt', 'links/file.txt', 'links/loop']) {
      expect(await served.storage.stat(key), key).toBeNull();
      await expect(served.storage.open(key), key).rejects.toMatchObject({ code: 'storage.not_found' });
      await served.storage.remove(key);
    }
    expect(await listed(served.storage.list('links/'))).toEqual([]);
    expect(await listed(served.storage.list('links/folder/'))).toEqual([]);
    const escape = served.storage.put('links/folder/new/x.txt', bytes('x'));
    await expect(escape).rejects.toMatchObject({ code: 'storage.bad_key' });
    await served.storage.put('links/file.txt', bytes('takes the place of the link'));

    expect(await readFile(path.join(outside, 'secret.txt'), 'utf8')).toBe('secret');
    await expect(stat(path.join(outside, 'new'))).rejects.toMatchObject({ code: 'ENOENT' });
    await rm(outside, { recursive: true });
  });

  it('half-written files of a killed process are swept after a day, and not before', async () => {
    await writeFile(path.join(served.root, 'partial', 'left-over'), 'half');
    await served.reopen(() => new Date(Date.now() + 23 * hour));
    expect(await served.partials()).toEqual(['left-over']);
    await served.reopen(() => new Date(Date.now() + 25 * hour));
    expect(await served.partials()).toEqual([]);
  });

  it('objects survive the process that stored them', async () => {
    await served.storage.put('kept/x.txt', bytes('x'));
    const again = await served.reopen();
    expect(await text(await again.open('kept/x.txt'))).toBe('x');
  });

  it('a grant is valid until the exact millisecond it expires', async () => {
    let time = new Date('2026-05-01T12:00:00Z');
    const storage = await served.reopen(() => time);
    const grant = await storage.grantUpload({ key: 'a.jpg', maxBytes: 1, contentType: 'image/jpeg', ttlMs: 1000 });
    expect(grant.expiresAt).toEqual(new Date('2026-05-01T12:00:01Z'));
    time = new Date(grant.expiresAt.getTime() - 1);
    expect(storage.grants.checkUpload(grant.fields)).toMatchObject({ key: 'a.jpg', maxBytes: 1 });
    time = grant.expiresAt;
    expect(() => storage.grants.checkUpload(grant.fields)).toThrow('storage.grant_expired');
  });

  it('a folder that cannot be created is reported as such', async () => {
    await writeFile(path.join(served.root, 'a-file'), '');
    const root = path.join(served.root, 'a-file', 'below');
    const opening = openDirectoryStorage({ root, secrets: { all: () => ['s'.repeat(32)] }, publicPrefixes: [] });
    await expect(opening).rejects.toMatchObject({ code: 'storage.folder_failed', status: 500 });
  });

  it('a short secret is refused at start', async () => {
    const opening = openDirectoryStorage({ root: served.root, secrets: { all: () => ['short'] }, publicPrefixes: [] });
    await expect(opening).rejects.toThrow('The storage secret needs 32 characters.');
  });
});

describe('A directory storage on a full disk', () => {
  it('refuses what does not fit, leaves nothing half written and keeps what it has', async (context) => {
    const disk = await mountSmallDisk(1 << 20);
    if (!disk) return context.skip('mounting a small disk needs root on Linux');
    const served = await serveDirectory(undefined, disk.folder);
    try {
      await served.storage.put('kept.txt', bytes('kept'));
      const full = { code: 'storage.full', status: 507 };
      await expect(served.storage.put('big.zip', bytes(Buffer.alloc(2_000_000)))).rejects.toMatchObject(full);
      await expect(served.storage.put('kept.txt', bytes(Buffer.alloc(2_000_000)))).rejects.toMatchObject(full);
      expect(await served.partials()).toEqual([]);
      expect(await listed(served.storage.list(''))).toEqual(['kept.txt']);
      expect(await text(await served.storage.open('kept.txt'))).toBe('kept');
      await served.storage.put('small.txt', bytes(Buffer.alloc(500_000)));
    } finally {
      await served.close().catch(() => {});
      await disk.remove();
    }
  });
});
