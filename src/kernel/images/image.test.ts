import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeImage, workerEnvironment } from './image.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'images-'));
});
afterAll(() => rm(folder, { recursive: true }));

const size = { width: 4032, height: 3096, background: '#38a' };
const file = (name: string) => path.join(folder, name);

test.each([
  ['a JPEG that has to be read whole, and turned', () => turnedJpeg(file('large.jpg')), 'large.jpg'],
  ['a PNG that has to be read whole', () => interlacedPng(file('large.png')), 'large.png'],
])('four of the largest pictures at once take less than 150 MB: %s', async (_name, draw, large) => {
  await draw();
  await sharp({ create: { width: 30, height: 40, channels: 3, background: '#38a' } })
    .jpeg()
    .toFile(file('small.jpg'));
  const fixture = path.join(import.meta.dirname, 'image-memory.fixture.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [fixture, file('small.jpg'), file(large)], {
    env: workerEnvironment,
  });
  expect(Number(stdout)).toBeGreaterThan(1_000_000);
  expect(Number(stdout)).toBeLessThan(150_000_000);
});

test.skipIf(process.platform !== 'linux')(
  'a file that takes the drawing process down is refused, and the next picture is drawn all the same',
  async () => {
    await sharp({ create: { ...size, channels: 3 } })
      .jpeg()
      .toFile(file('slow.jpg'));
    const order = { formats: ['jpg'], thumbs: {} } as const;
    const refused = expect(makeImage(file('slow.jpg'), order)).rejects.toMatchObject({
      status: 422,
      code: 'image.broken',
    });
    await killWorker();
    await refused;
    expect(await makeImage(file('slow.jpg'), order)).toMatchObject({ width: 4032, height: 3096 });
  },
);

test('a picture is turned as it was held, and its thumbnails with it', async () => {
  const held = sharp({ create: { width: 200, height: 100, channels: 3, background: '#38a' } });
  await held.jpeg().withMetadata({ orientation: 6 }).toFile(file('held.jpg'));
  const made = await makeImage(file('held.jpg'), { formats: ['jpg'], thumbs: { big: 160, small: 50 } });
  expect([made.width, made.height]).toEqual([100, 200]);
  expect(await sharp(made.thumbs.get('small')).metadata()).toMatchObject({ width: 25, height: 50 });
  expect(await sharp(made.thumbs.get('big')).metadata()).toMatchObject({ width: 80, height: 160 });
});

/** Ends the process that draws for this one, as a broken library would. */
async function killWorker(): Promise<void> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  for (const pid of children.trim().split(' ').map(Number)) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    if (line.includes('image-worker')) process.kill(pid, 'SIGSEGV');
  }
}

const turnedJpeg = (to: string) =>
  sharp({ create: { ...size, channels: 3 } })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation: 6 })
    .toFile(to);

const interlacedPng = (to: string) =>
  sharp({ create: { ...size, channels: 4 } })
    .png({ progressive: true })
    .toFile(to);
