import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnOffice } from '#test/spawned-office.ts';
import { type BenchServer, best, cache, openBenchApp, record } from './kit.ts';
import { readRoutesOf } from './million-addresses.ts';
import { fillMillion } from './million-rows.ts';

const aimMs = 1500;

/** How long a start takes, and what the first answers after it do. */
export async function benchStart(server: BenchServer): Promise<void> {
  await benchReady();
  await benchFirstAnswers(server);
}

/** From spawning the process to the first response of /readyz, with an existing data folder. */
async function benchReady(): Promise<void> {
  const environment = { DATA_DIR: path.join(cache, 'start'), LOG_LEVEL: 'silent', ADMIN_PASSWORD: 'bench bench bench' };
  await (await startReady(environment)).stop();
  let shortest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 4; run++) {
    let office: Awaited<ReturnType<typeof startReady>> | undefined;
    shortest = Math.min(shortest, await best(1, async () => void (office = await startReady(environment))));
    await office?.stop();
  }
  record({
    name: 'warm start to /readyz',
    said: `${shortest.toFixed(0)} ms of ${aimMs}`,
    ratio: shortest / aimMs,
    aim: { most: 1 },
  });
}

async function startReady(environment: Record<string, string>) {
  const office = await spawnOffice(environment);
  while (!(await fetch(`${office.url}/readyz`)).ok) await sleep(10);
  return office;
}

// Of the million library: enough for every page to have rows.
const share = 0.001;
const starts = 2;
const later = 5;
// Shorter times count as this long: nobody notices them. Milliseconds.
const unnoticed = 25;
const most = 3;
// Right after a start, it waits a moment for what it counts.
const startPage = '/';

/** Each page, call and export right after a start, compared with the same asked again. */
async function benchFirstAnswers(server: BenchServer): Promise<void> {
  const url = await server.database('bench_first');
  await fillMillion(url, share);
  const { app, cookie } = await openBenchApp(url);
  const routes = readRoutesOf(app)
    .routes.filter(({ kind, path: at }) => kind !== 'portal' && at !== startPage)
    .map(({ path: at, always }) => [at, always].filter(Boolean).join('?'));
  await app.stop();
  const timed = routes.map((route) => ({ route, first: Number.POSITIVE_INFINITY, again: Number.POSITIVE_INFINITY }));
  for (let start = 0; start < starts; start++) {
    const office = await startReady({ DATABASE_URL: url, DATA_DIR: path.join(cache, 'files'), LOG_LEVEL: 'silent' });
    for (const one of timed) {
      const request = async () => {
        const response = await fetch(office.url + one.route, { headers: { cookie }, redirect: 'manual' });
        await response.arrayBuffer();
      };
      one.first = Math.min(one.first, await best(1, request));
      one.again = Math.min(one.again, await best(later, request));
    }
    await office.stop();
  }
  await server.drop('bench_first');
  const ratioOf = ({ first, again }: (typeof timed)[number]) => Math.max(first, unnoticed) / Math.max(again, unnoticed);
  const slower = timed.filter((one) => ratioOf(one) > most).length;
  const [worst] = timed.toSorted((a, b) => ratioOf(b) - ratioOf(a));
  if (!worst) return;
  record({
    name: `first answer of ${routes.length} addresses after a start`,
    said: `${worst.first.toFixed(0)} ms beside ${worst.again.toFixed(0)} for ${worst.route}; ${slower} above ${most}`,
    ratio: ratioOf(worst),
    aim: { most },
  });
}
