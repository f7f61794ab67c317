import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { stagedContentKey } from '#features/content/files/content-keys.rules.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { type BenchServer, cache, record, root } from './kit.ts';
import { post, startBenchOffice } from './office-client.ts';

const run = promisify(execFile);
const rounds = 7;
const cases = [
  { name: 'upload one file of 64 MB', files: 1, bytes: 64 << 20, lanes: 1 },
  { name: 'upload 200 files of 256 KB, 6 beside each other', files: 200, bytes: 256 << 10, lanes: 6 },
];

/** Uploads with grants, as from browsers, compared with plain streaming of the same bytes through a bare Fastify. */
export async function benchUploads(server: BenchServer): Promise<void> {
  const url = await server.database('bench_uploads');
  const folder = path.join(cache, 'uploads');
  const { client, stop } = await startBenchOffice(url);
  const bare = await startBare(folder);
  const agent = new http.Agent({ keepAlive: true });
  const send = {
    office: (contents: readonly Buffer[], lanes: number) =>
      client.uploadGranted(
        contents.map((content) => ({ key: stagedContentKey('zip'), content })),
        lanes,
      ),
    plain: (contents: readonly Buffer[], lanes: number) =>
      inLanes(contents, lanes, async (content) => {
        const headers = { 'content-type': 'application/octet-stream' };
        await post(bare.url, { method: 'POST', headers, agent }, [content]);
      }),
  };
  for (const { name, files, bytes, lanes } of cases) {
    const contents = Array.from({ length: files }, () => randomBytes(bytes));
    const took = { office: [] as number[], plain: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      for (const kind of ['plain', 'office'] as const) {
        // Flush earlier writes, so that this round does not pay for them.
        await run('sync');
        const start = performance.now();
        await send[kind](contents, lanes);
        took[kind].push(performance.now() - start);
      }
    }
    const speed = (kind: keyof typeof took) => (files * bytes) / 2 ** 20 / (median(took[kind]) / 1000);
    record({
      name,
      said: `${speed('office').toFixed(0)} MB/s of plain streaming ${speed('plain').toFixed(0)} MB/s`,
      ratio: speed('office') / speed('plain'),
      aim: { least: 0.5 },
    });
  }
  agent.destroy();
  await bare.stop();
  await stop();
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function startBare(folder: string) {
  await mkdir(folder, { recursive: true });
  const child = spawn(process.execPath, ['bench/bare-uploads.ts', folder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [address]: Buffer[] = await once(child.stdout, 'data');
  const stop = async () => {
    child.kill('SIGTERM');
    await rm(folder, { recursive: true });
  };
  return { url: String(address).trim(), stop };
}
