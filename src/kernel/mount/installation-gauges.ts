import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { Maintenance } from '../work/maintenance.ts';
import type { Replica } from '../work/replica.ts';
import { readBackupStatus } from './backup-status.ts';

/** What the gauges of an installation are read from. */
export interface InstallationParts {
  dataDir: string;
  maintenance: Maintenance;
  /** The replica, if there is one. */
  readDb: Database | undefined;
  /** Whether it answers. */
  replica: Replica | undefined;
}

/** Gauges of what an instance stands on: its disk, the backups, the replica. Returns what measures them for a scrape. */
export function installationGauges(
  registry: Registry,
  { dataDir, maintenance, readDb, replica }: InstallationParts,
): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const free = gauge('disk_free_bytes', 'Space left on the disk of DATA_DIR for the product');
  const size = gauge('disk_size_bytes', 'The size of that disk');
  const isOn = gauge('maintenance_on', '1 while the office is only read');
  const lag = readDb && gauge('database_replica_lag_seconds', 'How far the replica is behind the primary');
  const away =
    replica &&
    gauge('database_replica_away', '1 while no server of the replica answers, and the primary is read instead');
  const made = gauge('backup_made_timestamp_seconds', 'When the last backup was completed');
  const rehearsed = gauge('backup_rehearsed_timestamp_seconds', 'When a backup was last restored on trial');
  return async () => {
    isOn.set(Number(maintenance.isOn));
    away?.set(Number(replica?.isAway));
    await Promise.all([
      measured([free, size], async () => {
        const { bavail, blocks, bsize } = await statfs(dataDir);
        return [bavail * bsize, blocks * bsize];
      }),
      measured([made, rehearsed], async () => {
        const status = await readBackupStatus(dataDir);
        return [status.made_at, status.rehearsed_at];
      }),
      lag && readDb && measured([lag], async () => [await lagOf(readDb)]),
    ]);
  };
}

/** Sets each gauge to its figure; what cannot be measured is absent, which alerts can ask for. */
async function measured(gauges: readonly Gauge[], figures: () => Promise<(number | undefined)[]>): Promise<void> {
  const found = await figures().catch(() => []);
  for (const [index, gauge] of gauges.entries()) {
    const figure = found[index];
    if (typeof figure === 'number') gauge.set(figure);
    else gauge.remove();
  }
}

/**
 * How many seconds the replica is behind. One that has replayed all that it received is not behind, however long ago the last
 * write was.
 */
export async function lagOf(db: Database): Promise<number> {
  const { rows } = await sql<{ lag: number | null }>`
    select case when not pg_is_in_recovery() or pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
      else greatest(0, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())) end::float8 as lag`.execute(
    db,
  );
  return rows[0]?.lag ?? 0;
}
