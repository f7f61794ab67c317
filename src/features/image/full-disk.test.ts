import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { startOffice } from '#test/app.ts';
import { mountSmallDisk } from '#test/small-disk.ts';
import { fileForm, jpeg } from './image.fixture.ts';

test('an upload onto a disk that became read-only is refused clearly, and succeeds once it is writable', async (context) => {
  const disk = await mountSmallDisk(8 << 20);
  if (!disk) return context.skip('mounting a small disk needs root on Linux');
  const office = await startOffice({ environment: { DATA_DIR: disk.folder } });
  const send = async () =>
    office.admin.upload('/api/v1/book/B1/cover', fileForm('book_cover', { 'a.jpg': await jpeg(1) }));
  try {
    await office.admin.post('/api/v1/book', { books: [bookRow(1)], create_missing: true });
    disk.setWritable(false);
    const refused = await send();
    expect([refused.status, refused.json.error.code]).toEqual([507, 'storage.read_only']);
    disk.setWritable(true);
    expect((await send()).status).toBe(200);
  } finally {
    await office.close();
    await disk.remove();
  }
});

test('an upload that exceeds the disk is refused clearly, and succeeds once there is space', async (context) => {
  const disk = await mountSmallDisk(2 << 20);
  if (!disk) return context.skip('mounting a small disk needs root on Linux');
  const office = await startOffice({ environment: { DATA_DIR: disk.folder } });
  const keys = async () => (await Array.fromAsync(office.storage.list(''))).map(({ key }) => key);
  const send = async (seed: number) =>
    office.admin.upload(
      '/api/v1/book/B1/cover',
      fileForm('book_cover', { 'a.jpg': await jpeg(seed, { width: 1000, height: 1000 }) }),
    );
  try {
    await office.admin.post('/api/v1/book', { books: [bookRow(1)], create_missing: true });
    await office.storage.put('filler.zip', Readable.from([Buffer.alloc(1_200_000)]));
    const refused = await send(1);
    expect([refused.status, refused.json.error.code]).toEqual([507, 'storage.full']);
    expect(refused.json.error.message).toBe('There is no storage space left. Nothing was saved.');
    expect(await keys()).toEqual(['filler.zip']);
    expect(await office.db.selectFrom('book_image').selectAll().execute()).toEqual([]);
    await office.storage.remove('filler.zip');
    expect((await send(1)).status).toBe(200);
    expect(await keys()).toHaveLength(4);
  } finally {
    await office.close();
    await disk.remove();
  }
});
