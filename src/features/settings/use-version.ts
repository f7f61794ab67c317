import { useRef } from 'react';
import { client } from '#client/api.ts';
import type { settingsApi } from './settings.contract.ts';
import type { SettingRow } from './settings.service.ts';

const call = client<typeof settingsApi>();

/** The version of a setting for its next save; `refresh` reads it, and returns the setting as it is stored now. */
export function useVersion({ key, version: loaded }: SettingRow) {
  const version = useRef(loaded);
  const refresh = async (): Promise<{ value: unknown } | undefined> => {
    // Without an answer the version stays old, and the next save is refused as outdated.
    const answer = await call('GET /api/v1/setting', {}).catch(() => null);
    const stored = answer?.results.find((one) => one.key === key);
    if (stored) version.current = stored.version;
    return stored;
  };
  return { version, refresh };
}
