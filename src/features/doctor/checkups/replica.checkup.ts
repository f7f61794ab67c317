import { isLostConnection } from '#kernel/db/failures.ts';
import type { Checkup, Finding } from '#kernel/mount/checkup.ts';

// Seconds, the first as in deploy/prometheus/alerts.yaml.
const late = 30;
const lost = 600;

/** How far the replica is behind. */
export const replicaCheckup: Checkup = {
  name: 'replica',
  label: 'doctor.check_replica',
  async find({ replicaLag }) {
    if (!replicaLag) return { state: 'ok', says: [{ key: 'doctor.replica_off' }] };
    try {
      return replicaFinding(Math.round(await replicaLag()));
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      return { state: 'warn', says: [{ key: 'doctor.replica_away' }], act: { guide: 'operations' } };
    }
  },
};

/** What it means to be behind by so many seconds. */
export function replicaFinding(seconds: number): Finding {
  const says = [{ key: 'doctor.replica_behind', values: { seconds } }] as const;
  if (seconds <= late) return { state: 'ok', says };
  return { state: seconds <= lost ? 'warn' : 'bad', says, hint: { key: 'doctor.replica_old' } };
}
