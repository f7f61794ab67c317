import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openBenchApp } from './kit.ts';

// It measures the time itself, because starting a process takes as long as a short download.
const reader = `
  const [url, cookie] = process.argv.slice(1);
  const start = performance.now();
  const { ok, body } = await fetch(url, { headers: { cookie, 'accept-encoding': 'identity' } });
  for await (const _ of body);
  console.log(performance.now() - start);
  process.exitCode = ok ? 0 : 1;`;
const run = promisify(execFile);

/** The product listening in this process, so that its memory can be watched. */
interface Served {
  address: string;
  cookie: string;
  timeZone: string;
  /** Downloads in a separate process, as readers do: in this one it would compete for CPU time. Milliseconds. */
  download: (path: string) => Promise<number>;
  /** Returns what `act` returns, and by how many megabytes the resident memory of this process was larger meanwhile. */
  growing: <T>(act: () => Promise<T>) => Promise<[T, number]>;
  stop: () => Promise<unknown>;
}

export async function serveBenchApp(url: string): Promise<Served> {
  const { app, config, cookie } = await openBenchApp(url);
  await app.start();
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
  return {
    address,
    cookie,
    timeZone: config.timeZone,
    download: async (path) => {
      const { stdout } = await run(process.execPath, [
        '--input-type=module',
        '-e',
        reader,
        `${address}${path}`,
        cookie,
      ]);
      return Number(stdout);
    },
    growing: async (act) => {
      const idle = process.memoryUsage.rss();
      let peak = idle;
      const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
      const result = await act();
      clearInterval(watch);
      return [result, (peak - idle) / 2 ** 20];
    },
    stop: () => app.stop(),
  };
}
