import { once } from 'node:events';
import http from 'node:http';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';

/** Which events arrived, and when. */
export interface Arrivals {
  numbers: Int32Array;
  times: Float64Array;
}

/** A clock shared by all threads. */
export const milliseconds = () => Number(process.hrtime.bigint()) / 1e6;

interface Reading {
  /** Where to read, in rotation. */
  urls: string[];
  key: string;
  streams: number;
  /** The expected number of events per stream; half a minute without any ends the wait. */
  count: number;
}

if (!isMainThread) await readStreams(workerData as Reading);

async function readStreams({ urls, key, streams, count }: Reading): Promise<void> {
  const numbers = new Int32Array(streams * count);
  const times = new Float64Array(streams * count);
  let heard = 0;
  const end = () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage({ numbers: numbers.slice(0, heard), times: times.slice(0, heard) });
    process.exit();
  };
  const patience = setTimeout(end, 30_000);
  const hear = (n: number, at: number) => {
    numbers[heard] = n;
    times[heard++] = at;
    if (heard === numbers.length) end();
  };
  await Promise.all(
    Array.from({ length: streams }, (_, n) => open(urls[n % urls.length] ?? '', key, hear, () => patience.refresh())),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage('open');
}

/** Reads one stream; `hear` is called with the number in each event's id, and the time of arrival. */
async function open(url: string, key: string, hear: (n: number, at: number) => void, alive: () => void): Promise<void> {
  const request = http.get(url, { agent: false, headers: { authorization: `Bearer ${key}` } });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${url} answers ${answer.statusCode}`);
  let rest = '';
  answer.setEncoding('latin1').on('data', (piece: string) => {
    const at = milliseconds();
    alive();
    const text = rest + piece;
    const whole = text.lastIndexOf('\n\n') + 1;
    rest = text.slice(whole);
    for (const [, n] of text.slice(0, whole).matchAll(/"id":"(\d+)"/g)) hear(Number(n), at);
  });
  answer.on('error', () => undefined);
}
