import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

// Enough to keep a server busy.
const connections = 8;

/** The results of a load test: requests per second, and the 99th percentile of latency in milliseconds. */
export interface Pace {
  rate: number;
  p99: number;
}

/** The requests per second of an address, over a few keep-alive connections. Throws on failures. */
export const load = async (url: string, headers: Record<string, string>, seconds: number): Promise<number> =>
  (await measure(() => url, headers, seconds)).rate;

/**
 * The requests per second and the 99th percentile of latency of these addresses: each connection sends its next request
 * as soon as it has a response.
 */
export async function measure(nextUrl: () => string, headers: Record<string, string>, seconds: number): Promise<Pace> {
  const client = new Client(headers, connections);
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  const worker = async () => {
    while (performance.now() < end) times.push(await client.timed(nextUrl(), performance.now()));
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const pace = paceOf(times, performance.now() - start);
  await client.close();
  return pace;
}

/**
 * Sends this many requests per second, whether or not earlier ones have been answered, as readers do. The latency of a
 * request counts from the time it was due, so that delays behind a slow response are included.
 */
export async function measureAt(
  perSecond: number,
  nextUrl: () => string,
  headers: Record<string, string>,
  seconds: number,
): Promise<Pace> {
  const client = new Client(headers, 4 * connections);
  const start = performance.now();
  const pending: Promise<number>[] = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = start + (n * 1000) / perSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    pending.push(client.timed(nextUrl(), due));
  }
  const times = await Promise.all(pending);
  const pace = paceOf(times, performance.now() - start);
  await client.close();
  return pace;
}

const paceOf = (times: number[], tookMs: number): Pace => ({
  rate: times.length / (tookMs / 1000),
  p99: times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0,
});

/** A cheap client: that of node:http takes longer to ask than a server takes to answer from memory. */
class Client {
  private readonly pools = new Map<string, Pool>();
  private readonly headers: Record<string, string>;
  private readonly connections: number;

  constructor(headers: Record<string, string>, most: number) {
    this.headers = headers;
    this.connections = most;
  }

  /** Requests an address. Returns the time from `since` to the end of the response, in milliseconds. */
  timed(url: string, since: number): Promise<number> {
    const { origin, pathname, search } = new URL(url);
    return new Promise((resolve, reject) => {
      let status = 0;
      this.poolOf(origin).dispatch(
        { method: 'GET', path: pathname + search, headers: this.headers },
        {
          onRequestStart: () => undefined,
          onResponseStart: (_controller, code) => {
            status = code;
          },
          onResponseData: () => undefined,
          onResponseEnd: () =>
            [200, 304].includes(status)
              ? resolve(performance.now() - since)
              : reject(new Error(`${url} answers ${status}`)),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
  }

  async close(): Promise<void> {
    for (const pool of this.pools.values()) await pool.close();
  }

  private poolOf(origin: string): Pool {
    const pool = this.pools.get(origin) ?? new Pool(origin, { connections: this.connections });
    this.pools.set(origin, pool);
    return pool;
  }
}
