import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mountSmallDisk } from '#test/small-disk.ts';
import { startBenchServer } from '../bench/kit.ts';
import { type Fault, underLoad } from './load.ts';
import { Office } from './office.ts';

const fullMs = 5000;

/** Fills a disk to the last byte for a while. */
async function fill(folder: string, meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> {
  const filler = path.join(folder, 'filler');
  const piece = Buffer.alloc(1 << 16);
  const isFull = () =>
    writeFile(filler, piece, { flag: 'a' }).then(
      () => false,
      () => true,
    );
  const end = performance.now() + fullMs;
  // What others give up meanwhile is taken as well.
  while (performance.now() < end) {
    if (!(await isFull())) continue;
    await meanwhile();
    await sleep(100);
  }
  await rm(filler);
}

async function onSmallDisk(bytes: number, act: (folder: string) => ReturnType<Fault['run']>): ReturnType<Fault['run']> {
  const disk = await mountSmallDisk(bytes);
  if (!disk) return 'a disk cannot be mounted here';
  return act(disk.folder).finally(() => disk.remove());
}

/** Uploads a sheet, which must be taken, or refused for want of room. */
async function upload(office: Office): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob(['x'.repeat(1 << 16)]), 'books.csv');
  const { status, text } = await office.ask('POST', '/api/v1/import', form);
  if (status !== 507) throw new Error(`an upload to a full disk was answered ${status}: ${text}`);
}

export const diskFaults: Fault[] = [
  {
    name: 'the disk of the files is full',
    run: () =>
      onSmallDisk(16 << 20, async (folder) => {
        const server = await startBenchServer();
        const office = await Office.start({ DATABASE_URL: await server.database('faults'), DATA_DIR: folder });
        try {
          return await underLoad(office, () => fill(folder, () => upload(office)));
        } finally {
          await office.stop();
          await server.stop();
        }
      }),
  },
  {
    name: 'the disk of the database is full',
    run: () =>
      onSmallDisk(160 << 20, async (folder) => {
        const office = await Office.start({ DATA_DIR: folder });
        const leave = office.supervise();
        try {
          // Its journal must grow, for which there is no room: then the server gives up, which is the worst of it.
          const grow = () => office.sql('select pg_switch_wal()').catch(() => undefined);
          return await underLoad(office, () => fill(folder, grow), { mayEnd: true });
        } finally {
          leave();
          await office.stop();
        }
      }),
  },
];
