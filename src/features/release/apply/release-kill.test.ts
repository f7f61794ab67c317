import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { killableOffices } from '#test/killable.ts';
import type { SpawnedOffice } from '#test/spawned-office.ts';

// The full test kills at ten places of a release under a thousand readers; a short one is part of every run.
const isLong = process.env['TEST_LONG'] === '1';
const [books, rounds, readersOfEach] = isLong ? [500, 10, 500] : [120, 1, 2];
// How long each of many readers waits between two pages. Milliseconds.
const readEveryMs = isLong ? 2000 : 0;
const perPage = 100;

const { query, start, signIn } = killableOffices();

/** Pages through the portal of an instance until it dies or is told to stop; returns the genre of each answer. */
async function read({ url }: SpawnedOffice, key: string, over: AbortSignal): Promise<string[]> {
  const seen: string[] = [];
  let next: string | null = null;
  // Not all at once.
  await sleep(Math.random() * readEveryMs);
  while (!over.aborted) {
    const page: string = `/portal/v1/books?limit=${perPage}&fields=bid,genre${next === null ? '' : `&after=${next}`}`;
    const answer: Response | null = await fetch(url + page, { headers: { authorization: `Bearer ${key}` } }).catch(
      () => null,
    );
    const said: { results: { genre: string }[]; next: string | null } | null =
      answer && (await answer.json().catch(() => null));
    if (!said) break;
    seen.push([...new Set(said.results.map(({ genre }) => genre))].join(' and '));
    ({ next } = said);
    if (readEveryMs > 0) await sleep(readEveryMs, undefined, { signal: over }).catch(() => undefined);
  }
  return seen;
}

/** 'g2' before 'g10'. */
const byRound = (one: string, other: string) => Number(one.slice(1)) - Number(other.slice(1));

/** Waits until a process has made the changes of a release up to the book that is slow to write. */
const inTheMiddle = () =>
  expect
    .poll(() => query(`select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`), {
      interval: 20,
    })
    .toHaveLength(1);

test(`a release of ${books} changes is applied whole and once though the process that applies it is killed`, async () => {
  let killed = await start();
  const http = await signIn(killed);
  const rows = Array.from({ length: books }, (_, n) => bookRow(n + 1, { genre: 'g0' }));
  await http.results('PUT', '/api/v1/book/import', { books: rows, create_missing: true });
  await http.results('PUT', '/api/v1/book', { bids: rows.map(({ bid }) => bid) });
  const { key } = await http.results('POST', '/api/v1/api_key', { name: 'Portal', scope: 'read' });
  await http.results('PUT', '/api/v1/setting/portal.requests_per_minute', { value: 0 });
  await query(`create table slow (bid text)`);
  await query(`
    create function be_slow() returns trigger language plpgsql as $$
    begin if exists (select from slow where bid = new.bid) then perform pg_sleep(1); end if; return new; end $$`);
  await query(`create trigger be_slow before update on book for each row execute function be_slow()`);
  for (let round = 1; round <= rounds; round++) {
    const survivor = await start();
    const [client, genre] = [await signIn(killed), `g${round}`];
    const slowBook = isLong ? 1 + Math.floor((books / rounds) * (round - 0.5)) : Math.floor(books / 2);
    await query('truncate slow');
    const { rel_idx: relIdx } = await client.results('POST', '/api/v1/release', { name: genre });
    const selection = { ids: rows.map(({ bid }) => bid) };
    await client.results('PUT', `/api/v1/release/${relIdx}/change/selected`, { selection, values: { genre } });
    await query('insert into slow values ($1)', [`B${slowBook}`]);
    const over = new AbortController();
    const readers = [killed, survivor].flatMap((office) =>
      Array.from({ length: readersOfEach }, () => read(office, key, over.signal)),
    );
    // Only one of the two processes comes to apply it.
    process.kill(survivor.pid, 'SIGSTOP');
    await client.results('PUT', `/api/v1/release/${relIdx}`, { apply_at: Math.ceil(Date.now() / 1000) + 1 });
    await inTheMiddle();
    await killed.kill();
    process.kill(survivor.pid, 'SIGCONT');
    const status = async () =>
      (await query<{ status: string }>('select status from release where rel_idx = $1', [relIdx]))[0]?.status;
    await expect.poll(status, { timeout: 60_000, interval: 100 }).toBe('applied');
    const after = read(survivor, key, AbortSignal.timeout(1500 + 3 * readEveryMs));
    const [seen, late] = [Promise.all(readers), await after];
    over.abort();
    for (const genres of await seen) {
      // No answer holds both, and nobody sees the earlier one again.
      expect(new Set(genres).isSubsetOf(new Set([`g${round - 1}`, genre]))).toBe(true);
      expect(genres.toSorted(byRound)).toEqual(genres);
    }
    expect(late.at(-1)).toBe(genre);
    const [found] = await query<{ books: number; applied: number }>(
      `select count(*) filter (where entity = 'book')::integer as books,
        count(*) filter (where action = 'release.applied')::integer as applied
      from audit where reason like $1 or action = 'release.applied' and entity_id = $2`,
      [`Release ${relIdx}: %`, String(relIdx)],
    );
    expect(found).toEqual({ books, applied: 1 });
    expect(await query('select distinct genre from book')).toEqual([{ genre }]);
    killed = survivor;
  }
}, 600_000);
