import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type BenchServer, type Figure, line, openBenchApp, record } from './kit.ts';
import { type ReadRoute, readRoutesOf } from './million-addresses.ts';
import { fillMillion } from './million-rows.ts';
import { processorTime } from './processor-time.ts';

// `SHARE=0.05 npm run bench -- million` if a million takes too long.
const share = Number(process.env['SHARE'] ?? 1);
const runs = 3;
// Shorter times count as this long: nobody notices them, and other work on the machine alters them. Milliseconds.
const unnoticed = 25;
const most = 2;

/**
 * A million books, ten million codes and registrations, twenty million acts: everything that can be asked for, with each
 * filter and order, beside a library with a hundredth of the rows.
 */
export async function benchMillion(server: BenchServer): Promise<void> {
  const small = await server.database('bench_hundredth');
  const large = await server.database('bench_million');
  await fillMillion(small, share / 100);
  await fillMillion(large, share);
  await readEverything(small, large);
  await server.drop('bench_hundredth');
  await server.drop('bench_million');
}

interface Timed {
  route: string;
  kind: ReadRoute['kind'];
  small: number;
  large: number;
  problem?: string;
}

/** Asks both libraries everything, and compares. */
async function readEverything(small: string, large: string): Promise<void> {
  const [few, many] = [await openLibrary(small), await openLibrary(large)];
  const { routes, unread } = readRoutesOf(many.app);
  const timed: Timed[] = [];
  const compare = async ({ kind }: ReadRoute, route: string): Promise<Timed> => {
    const one: Timed = { route, kind, small: Infinity, large: Infinity };
    try {
      // Other work on the machine slows some down: the shortest of several counts, as long as one exceeds the limit.
      for (let run = 0; run < runs && (run === 0 || ratioOf(one) > most); run++) {
        one.small = Math.min(one.small, await few.request(route));
        one.large = Math.min(one.large, await many.request(route));
      }
      console.log(line(figureOf(one)));
    } catch (error) {
      one.problem = String(error);
      console.log(`left   ${route}: ${one.problem}`);
    }
    timed.push(one);
    return one;
  };
  for (const one of routes) {
    const at = (...query: string[]) =>
      [one.path, [one.always, ...query].filter(Boolean).join('&')].filter(Boolean).join('?');
    const base = await compare(one, at());
    const filtered: [string, Timed][] = [];
    for (const filter of one.filters) filtered.push([filter, await compare(one, at(filter))]);
    const [worst = ''] = filtered
      .filter(([, { problem }]) => !problem)
      .toSorted(([, a], [, b]) => b.large - a.large)[0] ?? [''];
    for (const filter of new Set(base.problem ? [worst] : ['', worst])) {
      for (const sort of one.sorts) await compare(one, at(filter, sort));
      if (one.hasPages) await compare(one, at(filter, 'page=100'));
    }
  }
  await Promise.all([few.stop(), many.stop()]);
  report(timed, unread);
}

const ratioOf = ({ small, large }: Timed) => Math.max(large, unnoticed) / Math.max(small, unnoticed);

const figureOf = (one: Timed, name = one.route): Figure => ({
  name,
  said: `${one.large.toFixed(1)} ms beside ${one.small.toFixed(1)}`,
  ratio: ratioOf(one),
  aim: { most },
});

function report(timed: readonly Timed[], unread: readonly string[]): void {
  const answered = timed.filter(({ problem }) => !problem).toSorted((a, b) => ratioOf(a) - ratioOf(b));
  console.log(`unasked ${[...new Set(unread)].join(', ')}`);
  for (const kind of ['list', 'record', 'export', 'portal'] as const) {
    const all = answered.filter((one) => one.kind === kind);
    const worst = all.at(-1);
    if (worst) record(figureOf(worst, `${all.length} of kind ${kind}, worst: ${worst.route}`));
  }
}

// A change of each kind, so that nothing counted before is still known.
const renew = `insert into change (kind, id, at) select distinct kind, 'none', now()
  from unnest(array['book', 'collection', 'code', 'code_batch', 'customer', 'event', 'registration', 'series', 'level', 'release',
    'reservation', 'roadmap', 'import', 'webhook', 'setting', 'age_group', 'category', 'guide', 'staff']) kind`;

const busy = `select from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`;

/** The product on one of the libraries; `ask` returns processor milliseconds, of an export until its first byte. */
async function openLibrary(url: string) {
  const { app, cookie } = await openBenchApp(url);
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const post = (path: string, method: 'POST' | 'PUT', payload: object) =>
    app.server.inject({ method, url: path, headers: { cookie }, payload });
  const { key } = (await post('/api/v1/api_key', 'POST', { name: 'Bench', scope: 'read' })).json().results;
  await post('/api/v1/setting/portal.requests_per_minute', 'PUT', { value: 0 });
  await post('/api/v1/setting/portal.opds', 'PUT', { value: true });
  const request = async (route: string) => {
    await client.query(renew);
    // The counts of the menu are renewed beside a page, and are no part of it.
    await fetch(`${address}/settings/keys`, { headers: { cookie } }).then((page) => page.arrayBuffer());
    while ((await client.query(busy)).rowCount) await sleep(5);
    const headers: Record<string, string> = route.startsWith('/portal')
      ? { authorization: `Bearer ${key}` }
      : { cookie };
    return processorTime(client, async () => {
      const response = await fetch(address + route, { headers, redirect: 'manual' });
      if (response.status !== 200) throw new Error(`${response.status} ${(await response.text()).slice(0, 80)}`);
      // A reader of a file that leaves after its first byte.
      if (response.headers.has('content-disposition')) {
        const reader = response.body?.getReader();
        await reader?.read();
        await reader?.cancel();
      } else await response.arrayBuffer();
    });
  };
  const stop = async () => {
    await client.end();
    await app.stop();
  };
  return { app, request, stop };
}
