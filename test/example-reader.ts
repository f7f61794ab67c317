import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Client } from './client.ts';

/** The reader of `examples/reader` as a separate process. */
export interface ExampleReader {
  url: string;
  child: ChildProcess;
  ended: Promise<unknown>;
  stop: () => Promise<void>;
}

interface ReaderOptions {
  /** The address at which it reads the portal; by default that of the client. */
  office?: string;
  execArgv?: string[];
}

const name = 'Example reader';
const program = path.resolve(import.meta.dirname, '../examples/reader/server.mjs');

/** Starts it on a free port, with new keys; those of an earlier start are revoked. */
export async function startReader(client: Client, options: ReaderOptions = {}): Promise<ExampleReader> {
  const { office = client.url, execArgv = [] } = options;
  const keys = await client.results<{ key_idx: number; name: string }[]>('GET', '/api/v1/api_key');
  for (const old of keys) if (old.name === name) await client.results('DELETE', `/api/v1/api_key/${old.key_idx}`);
  const makeKey = async (scope: string): Promise<string> =>
    (await client.results('POST', '/api/v1/api_key', { name, scope }))['key'];
  const env = { OFFICE_URL: office, READ_KEY: await makeKey('read'), REDEEM_KEY: await makeKey('redeem'), PORT: '0' };
  const child = fork(program, {
    execArgv,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const tooEarly = ended.then(([code]) => Promise.reject(new Error(`The reader ended with ${code}.`)));
  const [line] = await Promise.race([once(child.stdout ?? child, 'data'), tooEarly]);
  return {
    url: /http:\S+/.exec(String(line))?.[0] ?? '',
    child,
    ended,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
