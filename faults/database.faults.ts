import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, underLoad } from './load.ts';
import type { Office } from './office.ts';

const frozenMs = 12_000;

/** The child processes of a server. */
const children = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

const signal = (pids: readonly number[], name: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // Already ended.
    }
  }
};

const freeze = async (pids: readonly number[]) => {
  signal(pids, 'SIGSTOP');
  await sleep(frozenMs);
  signal(pids, 'SIGCONT');
};

/** The backends of clients, not the server's own processes. */
const backends = (office: Office) =>
  office.sql("select pid from pg_stat_activity where backend_type = 'client backend' and datname = 'office'");

const kinds: Record<string, (office: Office) => Promise<unknown>> = {
  'the database server is killed': async ({ postmaster }) => signal([postmaster], 'SIGKILL'),
  'the database server is killed with all its processes': async ({ postmaster }) =>
    signal([postmaster, ...children(postmaster)], 'SIGKILL'),
  'one connection’s process is killed': async (office) =>
    signal([Number((await backends(office))[0]?.['pid'])], 'SIGKILL'),
  'all connections are ended': async (office) =>
    office.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = 'office'",
    ),
  'the database server freezes for 12 s': ({ postmaster }) => freeze([postmaster]),
  'it freezes with all its processes': ({ postmaster }) => freeze([postmaster, ...children(postmaster)]),
};

export const databaseFaults: Fault[] = Object.entries(kinds).map(([name, cause]) => ({
  name,
  run: (office) => underLoad(office, () => cause(office)),
}));
