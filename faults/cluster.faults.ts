import { setTimeout as sleep } from 'node:timers/promises';
import type { PatroniCluster } from '#test/patroni.ts';
import { Batches } from './batches.ts';
import { Checker, type Findings } from './checker.ts';
import { addressForms, type ClusterTeam } from './cluster.ts';

/** A fault of a cluster. */
export interface ClusterFault {
  name: string;
  form: keyof typeof addressForms;
  /** Resolves when it has happened, with what repairs it a while later, during the work. */
  act(cluster: PatroniCluster): Promise<(() => unknown) | undefined>;
}

// Longer than the cluster needs to choose another leader.
const awayMs = 40_000;
const enough = 3000;

const kinds: Record<string, ClusterFault['act']> = {
  'PostgreSQL of the leader is killed': async (cluster) => {
    (await cluster.leader()).killPostgres();
    return undefined;
  },
  'Patroni of the leader is killed, and back after 40 s': async (cluster) => {
    const leader = await cluster.leader();
    await leader.kill('patroni');
    return () => leader.beginAll();
  },
  'the machine of the leader is lost, and back after 40 s': async (cluster) => {
    const leader = await cluster.leader();
    await leader.killAll();
    return () => leader.beginAll();
  },
  'the machine of the leader freezes for 40 s': async (cluster) => {
    const leader = await cluster.leader();
    leader.freeze();
    return () => leader.thaw();
  },
  'two of three etcd are lost for 40 s': async ({ nodes: [, ...lost] }) => {
    await Promise.all(lost.map((one) => one.kill('etcd')));
    return () => lost.forEach((one) => one.begin('etcd'));
  },
  'a switch-over': async (cluster) => {
    const [leader, standby] = [await cluster.leader(), await cluster.standby()];
    await cluster.control('switchover', 'office', '--leader', leader.name, '--candidate', standby.name, '--force');
    return undefined;
  },
  'PostgreSQL of the leader is restarted': async (cluster) => {
    await cluster.control('restart', 'office', (await cluster.leader()).name, '--force');
    return undefined;
  },
  'the standby is copied anew': async (cluster) => {
    await cluster.control('reinit', 'office', (await cluster.standby()).name, '--force');
    return undefined;
  },
};

const forms = Object.keys(addressForms) as (keyof typeof addressForms)[];

export const clusterFaults: ClusterFault[] = forms.flatMap((form) =>
  Object.entries(kinds).map(([kind, act]) => ({ name: `cluster ${form}: ${kind}`, form, act })),
);

/** Tries one fault under the checker, and heals the cluster. */
export async function tryOnCluster(
  { cluster, instances, target }: ClusterTeam,
  fault: ClusterFault,
): Promise<Findings> {
  const sql = (text: string) => cluster.query(text);
  const batches = new Batches(target, sql);
  const checker = new Checker(target, sql);
  const said = instances.map((one) => one.said().length);
  let repair: (() => unknown) | undefined;
  const findings = await checker.during(
    async () => {
      repair = await fault.act(cluster);
    },
    {
      also: (n) => batches.issue(checker, n),
      repair: async () => {
        if (repair) await sleep(awayMs).then(repair);
        await cluster.heal();
      },
      enough,
    },
  );
  for (const [what, count] of await batches.count()) findings.wrong.set(what, count);
  const errors = instances.flatMap((one, n) => errorsIn(one.said().slice(said[n])));
  for (const what of errors) findings.wrong.set(what, (findings.wrong.get(what) ?? 0) + 1);
  return findings;
}

/** The errors among the lines of a log: a fail-over is none. */
const errorsIn = (log: string): string[] =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level >= 50 || level === 'error' || level === 'fatal')
    .map(({ msg, err }) => `logged: ${msg} ${err?.message ?? ''}`);
