import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/**
 * Processor milliseconds that this process and the sessions of a database spend on an act; where the system does not
 * tell, the time it takes. Unlike that, they hardly depend on what else the machine does.
 */
export async function processorTime(client: pg.Client, act: () => Promise<unknown>): Promise<number> {
  const before = await sessionTimes(client);
  const start = performance.now();
  const own = process.cpuUsage();
  await act();
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(own);
  const after = await sessionTimes(client);
  if (after.size === 0) return took;
  // A session that has ended meanwhile is not counted.
  return [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), (user + system) / 1000);
}

/** The milliseconds of each session so far, as Linux counts them. */
async function sessionTimes(client: pg.Client): Promise<Map<number, number>> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const times = await Promise.allSettled(
    rows.map(async ({ pid }): Promise<[number, number]> => {
      const [time] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ');
      return [pid, Number(time) / 1e6];
    }),
  );
  return new Map(times.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
}
