import type { Config } from '#kernel/config/config.ts';
import type { Checkup } from '#kernel/mount/checkup.ts';

const local = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** What of the configuration contradicts itself, or was meant for one start; `readConfig` refuses what cannot work. */
const contradictions: { key: string; state: 'bad' | 'warn'; isFound: (config: Config) => boolean }[] = [
  {
    key: 'doctor.configuration_replica',
    state: 'bad',
    isFound: ({ databaseUrl, databaseReadUrl }) => databaseReadUrl !== undefined && databaseUrl === undefined,
  },
  {
    key: 'doctor.configuration_direct',
    state: 'bad',
    isFound: ({ databaseUrl, databaseDirectUrl }) => databaseDirectUrl !== undefined && databaseUrl === undefined,
  },
  {
    key: 'doctor.configuration_same_replica',
    state: 'warn',
    isFound: ({ databaseUrl, databaseReadUrl }) => databaseUrl !== undefined && databaseReadUrl === databaseUrl,
  },
  { key: 'doctor.configuration_reset', state: 'warn', isFound: ({ adminReset }) => adminReset },
  {
    key: 'doctor.configuration_proxy',
    state: 'warn',
    isFound: ({ publicUrl, trustedProxies }) => publicUrl?.startsWith('https:') === true && trustedProxies.length === 0,
  },
  {
    key: 'doctor.configuration_http',
    state: 'warn',
    isFound: ({ publicUrl }) => publicUrl?.startsWith('http:') === true && !local.test(new URL(publicUrl).hostname),
  },
  {
    key: 'doctor.configuration_backup_key',
    state: 'warn',
    isFound: ({ backupTo, backupKey }) => backupKey !== undefined && backupTo === undefined,
  },
];

/** Whether variables contradict each other. */
export const configurationCheckup: Checkup = {
  name: 'configuration',
  label: 'doctor.check_configuration',
  async find({ config }) {
    const [first, ...others] = contradictions.filter(({ isFound }) => isFound(config));
    if (!first) return { state: 'ok', says: [{ key: 'doctor.configuration_ok' }] };
    const found = [first, ...others];
    return {
      state: found.some(({ state }) => state === 'bad') ? 'bad' : 'warn',
      says: [{ key: first.key }, ...others.map(({ key }) => ({ key }))],
    };
  },
};
