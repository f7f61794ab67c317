import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';

/** Exports downloaded at the same moment. */
export interface Downloads {
  origin: string;
  paths: readonly string[];
  headers: Record<string, string>;
}

/** The size of each export on the network, and the time until the last one was there, in milliseconds. */
export interface Downloaded {
  bytes: number[];
  tookMs: number;
}

if (!isMainThread) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(await download(workerData as Downloads));
}

async function download({ origin, paths, headers }: Downloads): Promise<Downloaded> {
  const pool = new Pool(origin, { connections: paths.length, headersTimeout: 600_000, bodyTimeout: 600_000 });
  const start = performance.now();
  const bytes = await Promise.all(
    paths.map(async (path) => {
      const answer = await pool.request({ method: 'GET', path, headers });
      if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}`);
      let sum = 0;
      for await (const chunk of answer.body) sum += (chunk as Buffer).length;
      return sum;
    }),
  );
  const tookMs = performance.now() - start;
  await pool.close();
  return { bytes, tookMs };
}
