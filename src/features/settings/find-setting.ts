import { client } from '#client/api.ts';
import type { settingsApi } from './settings.contract.ts';
import type { SettingRow } from './settings.service.ts';

const call = client<typeof settingsApi>();

/** A setting as it is stored after a save. Undefined without an answer: the save itself was answered before. */
export async function findSetting(key: string): Promise<Pick<SettingRow, 'value' | 'version'> | undefined> {
  const answer = await call('GET /api/v1/setting', {}).catch(() => null);
  return answer?.results.find((one) => one.key === key);
}
