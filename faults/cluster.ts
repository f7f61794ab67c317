import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Client } from '#test/client.ts';
import { startHaproxy } from '#test/haproxy.ts';
import { type PatroniCluster, startPatroni } from '#test/patroni.ts';
import { Office } from './office.ts';

/** How the instances reach the database. */
export const addressForms = {
  'by its hosts': ({ urls: { hosts } }: PatroniCluster) => ({ DATABASE_URL: hosts, DATABASE_READ_URL: hosts }),
  'by HAProxy': ({ urls: { primary, reads } }: PatroniCluster) => ({ DATABASE_URL: primary, DATABASE_READ_URL: reads }),
};

/** Two instances behind a proxy, on three servers under Patroni. */
export interface ClusterTeam {
  readonly cluster: PatroniCluster;
  readonly instances: readonly [Office, Office];
  /** A signed-in session through the proxy. */
  readonly target: Client;
  stop(): Promise<void>;
}

/** Starts all of it; returns the reason if that is impossible. */
export async function startClusterTeam(form: keyof typeof addressForms): Promise<ClusterTeam | string> {
  const cluster = await startPatroni();
  if (typeof cluster === 'string') return cluster;
  const closers: (() => Promise<unknown>)[] = [() => cluster.stop()];
  const stop = async () => {
    for (const close of closers.toReversed()) await close();
  };
  try {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'faults-cluster-'));
    closers.push(() => rm(dataDir, { recursive: true, force: true }));
    const environment = { ...addressForms[form](cluster), DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
    const begin = async () => {
      const office = await Office.start(environment);
      closers.push(() => office.stop());
      return office;
    };
    const instances = [await begin(), await begin()] as const;
    const proxy = await startHaproxy(instances.map(({ port }) => port));
    if (!proxy) throw new Error('HAProxy does not start.');
    closers.push(() => proxy.stop());
    return { cluster, instances, target: instances[0].client(proxy.url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
