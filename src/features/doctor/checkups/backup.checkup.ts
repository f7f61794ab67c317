import { type BackupStatus, readBackupStatus } from '#kernel/mount/backup-status.ts';
import type { Checkup, CheckupParts, Finding } from '#kernel/mount/checkup.ts';

const hour = 3600;
const day = 24 * hour;
// Seconds, the first of each as in deploy/prometheus/alerts.yaml.
const old = { made: 26 * hour, rehearsed: 40 * day };
const tooOld = 7 * day;

/** When the last backup was made here. */
export const backupCheckup: Checkup = {
  name: 'backup',
  label: 'doctor.check_backup',
  async find({ config }) {
    const { made_at: at } = await statusOf(config);
    const act = { command: 'npm run backup' };
    const hint = { key: 'doctor.backup_nightly' };
    if (at === undefined) return { state: 'warn', says: [{ key: 'doctor.backup_none' }], hint, act };
    const age = Date.now() / 1000 - at;
    const says = [{ key: 'doctor.backup_made', values: { hours: Math.floor(age / hour) } }] as const;
    if (age <= old.made) return { state: 'ok', says };
    return { state: age <= tooOld ? 'warn' : 'bad', says, hint, act };
  },
};

/** When a backup was last restored on trial. */
export const rehearsalCheckup: Checkup = {
  name: 'rehearsal',
  label: 'doctor.check_rehearsal',
  async find({ config }): Promise<Finding> {
    const { rehearsed_at: at } = await statusOf(config);
    const help = { hint: { key: 'doctor.rehearsal_what' }, act: { command: 'npm run backup -- --rehearse' } };
    if (at === undefined) return { state: 'warn', says: [{ key: 'doctor.rehearsal_none' }], ...help };
    const age = Date.now() / 1000 - at;
    const says = [{ key: 'doctor.rehearsal_made', values: { days: Math.floor(age / day) } }] as const;
    return age <= old.rehearsed ? { state: 'ok', says } : { state: 'warn', says, ...help };
  },
};

/** Nothing if no backup was ever made here. */
const statusOf = ({ dataDir }: CheckupParts['config']): Promise<BackupStatus> =>
  readBackupStatus(dataDir).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  });
