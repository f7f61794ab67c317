import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/**
 * Processor milliseconds that this process and the sessions of a database spend on an act; where the system does not
 * tell, the time it takes. Unlike that, they hardly depend on what else the machine does.
 */
export async function processorTime(client: pg.Client, act: () => Promise<unknown>): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  const pids = rows.map(({ pid }) => pid);
  const before = await sessionsTime(pids);
  const start = performance.now();
  const own = process.cpuUsage();
  await act();
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(own);
  const after = await sessionsTime(pids);
  return before === undefined || after === undefined ? took : (user + system) / 1000 + after - before;
}

/** Milliseconds so far, as Linux counts them. */
async function sessionsTime(pids: readonly number[]): Promise<number | undefined> {
  const read = (pid: number) => readFile(`/proc/${pid}/schedstat`, 'utf8').then((text) => Number(text.split(' ')[0]) / 1e6);
  const times = await Promise.allSettled(pids.map(read));
  const known = times.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0);
}
