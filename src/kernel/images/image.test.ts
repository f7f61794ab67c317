import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe.skipIf(process.platform !== 'linux')('when the drawing process dies during its work', () => {
  const order = { formats: ['jpg'], thumbs: {} } as const;
  const makeSlow = () => makeImage(file('slow.jpg'), order);
  beforeAll(() =>
    sharp({ create: { ...size, channels: 3 } })
      .jpeg()
      .toFile(file('slow.jpg')),
  );

  test('pictures in progress or waiting are drawn all the same', async () => {
    const all = [makeSlow(), makeSlow(), makeSlow(), makeImage(import.meta.filename, order)];
    const ends = Promise.allSettled(all);
    expect(await killWorkers()).toHaveLength(1);
    const made = { status: 'fulfilled', value: { width: 4032, height: 3096 } };
    const refused = { status: 'rejected', reason: { code: 'image.not_image' } };
    expect(await ends).toMatchObject([made, made, made, refused]);
  });

  test('only a file that kills it when drawn alone is refused as broken, and the next is drawn', async () => {
    const drawing = { over: false };
    const refused = expect(makeSlow().finally(() => (drawing.over = true))).rejects.toMatchObject({
      status: 422,
      code: 'image.broken',
    });
    const killed = new Set<number>();
    while (!drawing.over) {
      for (const pid of await killWorkers()) killed.add(pid);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await refused;
    expect(killed.size).toBeGreaterThanOrEqual(2);
    expect(await makeSlow()).toMatchObject({ width: 4032, height: 3096 });
  });
});

test('a picture is rotated as its orientation says, and so are its thumbnails', async () => {
  const held = sharp({ create: { width: 200, height: 100, channels: 3, background: '#38a' } });
  await held.jpeg().withMetadata({ orientation: 6 }).toFile(file('held.jpg'));
  const made = await makeImage(file('held.jpg'), { formats: ['jpg'], thumbs: { big: 160, small: 50 } });
  expect([made.width, made.height]).toEqual([100, 200]);
  expect(await sharp(made.thumbs.get('small')).metadata()).toMatchObject({ width: 25, height: 50 });
  expect(await sharp(made.thumbs.get('big')).metadata()).toMatchObject({ width: 80, height: 160 });
});

/** Kills the processes that draw for this one, as a library bug or low memory would; returns their pids. */
async function killWorkers(): Promise<number[]> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  const killed: number[] = [];
  for (const pid of children.trim().split(' ').map(Number)) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!line.includes('image-worker')) continue;
    process.kill(pid, 'SIGKILL');
    killed.push(pid);
  }
  return killed;
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
