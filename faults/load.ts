import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Office } from './office.ts';

/** The effects of one fault. */
export interface Outcome {
  /** Acknowledged writes, and those of them that are missing afterwards. */
  acknowledged: number;
  lost: number;
  /** Requests told to retry (503), which shows that the fault took effect. */
  refused: number;
  /** Responses that are neither a success nor a request to retry, each with its number of occurrences. */
  wrong: Map<string, number>;
  /** From the end of the fault to the first successful write; undefined if there was none. Milliseconds. */
  recoveryMs: number | undefined;
  /** The longest response time of /healthz. Milliseconds. */
  stallMs: number;
}

/**
 * A fault, given an office on its embedded database; `run` returns its effects, or why it cannot be tried on this
 * machine.
 */
export interface Fault {
  name: string;
  run(office: Office): Promise<Outcome | string>;
}

const writers = 4;
const pauseMs = 20;
const steadyMs = 1000;
const patienceMs = 40_000;
const untilMs = 60_000;

/**
 * Reads and writes like staff while `fault` happens and for a second before and after, and checks at the end that
 * everything acknowledged is there. `fault` resolves when its cause is gone. `mayEnd` is for a process that may end and
 * be restarted, whose requests then get no response.
 */
export async function underLoad(
  office: Office,
  fault: () => Promise<unknown>,
  { mayEnd = false } = {},
): Promise<Outcome> {
  const acknowledged: string[] = [];
  const wrong = new Map<string, number>();
  const round = Math.random().toString(36).slice(2, 8);
  let refused = 0;
  const note = (what: string, { status }: { status: number }) => {
    if (status === 503) refused += 1;
    if (status === 503 || status === 200 || (mayEnd && status === 0)) return;
    wrong.set(`${what}: ${status}`, (wrong.get(`${what}: ${status}`) ?? 0) + 1);
  };
  const over = new AbortController();
  let mendedAt = Number.POSITIVE_INFINITY;
  let recoveryMs: number | undefined;
  const recovered = Promise.withResolvers<void>();
  const repeat = async (act: (n: number) => Promise<void>) => {
    for (let n = 0; !over.signal.aborted; n++) {
      await act(n);
      await sleep(pauseMs);
    }
  };
  const write = (writer: number) => async (n: number) => {
    const title = `${round} ${writer} ${n}`;
    const began = performance.now();
    const answer = await office.request('POST', '/api/v1/age_group', { title });
    note('write', answer);
    if (answer.status !== 200) return;
    acknowledged.push(title);
    if (began < mendedAt) return;
    recoveryMs ??= performance.now() - mendedAt;
    recovered.resolve();
  };
  const read = (path: string) => async () => note(path, await office.request('GET', path));
  const stall = watchHealth(office);
  const working = [
    ...Array.from({ length: writers }, (_, writer) => repeat(write(writer))),
    ...['/book', '/api/v1/series'].map((path) => repeat(read(path))),
  ];
  try {
    await sleep(steadyMs);
    await fault();
    mendedAt = performance.now();
    await Promise.race([recovered.promise, sleep(patienceMs, undefined, { ref: false })]);
    await sleep(steadyMs);
  } finally {
    over.abort();
    await Promise.all(working);
    stall();
  }
  const stored = recoveryMs === undefined ? new Set<string>() : await titles(office);
  const lost = acknowledged.filter((title) => !stored.has(title)).length;
  return { acknowledged: acknowledged.length, lost, refused, wrong, recoveryMs, stallMs: stall() };
}

/** The titles that the writers saved. */
export async function titles(office: Office): Promise<Set<string>> {
  const rows = await office.results<{ title: string }[]>('GET', '/api/v1/age_group');
  return new Set(rows.map(({ title }) => title));
}

/** How long it takes until a condition holds; undefined if it never does. Milliseconds. */
export async function until(isMet: () => Promise<boolean>): Promise<number | undefined> {
  const began = performance.now();
  while (performance.now() < began + untilMs) {
    if (await isMet()) return performance.now() - began;
    await sleep(50);
  }
  return undefined;
}

/** Polls /healthz; returns a function that stops it and returns the longest response time. */
export function watchHealth(office: Pick<Office, 'url'>): () => number {
  const agent = new http.Agent({ keepAlive: true });
  let longest = 0;
  const over = new AbortController();
  const probe = () =>
    new Promise<void>((resolve) => {
      const began = performance.now();
      const request = http.get(`${office.url}/healthz`, { agent }, (response) => {
        response.resume().on('end', () => {
          longest = Math.max(longest, performance.now() - began);
          resolve();
        });
      });
      request.on('error', () => resolve());
    });
  void (async () => {
    while (!over.signal.aborted) {
      await probe();
      await sleep(pauseMs);
    }
  })();
  return () => {
    over.abort();
    agent.destroy();
    return longest;
  };
}
