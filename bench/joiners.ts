import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';

/** Learners who redeem one event's code at the same moment, each once and over a connection of their own. */
export interface Joiners {
  origin: string;
  path: string;
  headers: Record<string, string>;
  code: string;
  count: number;
}

/** How often each status was answered, and the time until the last answer, in milliseconds. */
export interface Joined {
  statuses: Record<number, number>;
  tookMs: number;
}

if (!isMainThread) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(await join(workerData as Joiners));
}

async function join({ origin, path, headers, code, count }: Joiners): Promise<Joined> {
  const pool = new Pool(origin, { connections: count, headersTimeout: 120_000 });
  const statuses: Record<number, number> = {};
  const start = performance.now();
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const body = JSON.stringify({ code, learner_id: `learner ${n}` });
      const all = { ...headers, 'content-type': 'application/json' };
      const answer = await pool.request({ method: 'POST', path, headers: all, body });
      await answer.body.dump();
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
    }),
  );
  const tookMs = performance.now() - start;
  await pool.close();
  return { statuses, tookMs };
}
