import type { settingsApi } from './settings.contract.ts';

/** The calls on settings, for typed clients in other features' screens. */
export type SettingsApi = typeof settingsApi;
