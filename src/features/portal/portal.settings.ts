import { z } from 'zod';
import { Momentary } from '#kernel/db/momentary.ts';
import { getSettings, numberSetting, type Setting, textsSetting } from '#kernel/desk/settings.ts';
import type { Context } from '#kernel/work/context.ts';

/** `https://portal.example`: a scheme, a host and perhaps a port, as in the Origin header of browsers. */
const isOrigin = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;

const origins: Setting<string[]> = {
  ...textsSetting({
    key: 'portal.origins',
    group: 'portal',
    initial: [],
    max: 200,
    most: 50,
    label: 'portal.origins',
    help: 'portal.origins_help',
  }),
  schema: z.array(z.string().trim().max(200).refine(isOrigin, 'portal.origin_rule')).max(50),
};

const requests = numberSetting({
  key: 'portal.requests_per_minute',
  group: 'portal',
  initial: 60_000,
  min: 0,
  max: 10_000_000,
  whole: true,
  label: 'portal.requests',
  help: 'portal.requests_help',
});

const cacheTime = numberSetting({
  key: 'portal.cache_seconds',
  group: 'portal',
  initial: 0,
  min: 0,
  max: 3600,
  whole: true,
  label: 'portal.cache',
  help: 'portal.cache_help',
});

export const portalSettingList: readonly Setting<unknown>[] = [origins, requests, cacheTime];

/** The current settings of the portal. */
export interface PortalSettings {
  origins: ReadonlySet<string>;
  requestsPerMinute: number;
  cacheSeconds: number;
}

// How long they are cached: every request needs them. Milliseconds.
const cacheMs = 1000;

/** Reads the settings at most once a second, so that a change takes effect within a second on every instance. */
export class CachedSettings {
  private readonly cached = new Momentary<PortalSettings>(cacheMs);

  of(ctx: Context): Promise<PortalSettings> {
    return this.cached.get(() => readSettings(ctx));
  }
}

async function readSettings(ctx: Context): Promise<PortalSettings> {
  const values = await getSettings(ctx, portalSettingList);
  const value = <T>({ key }: Setting<T>) => values.get(key) as T;
  return {
    origins: new Set(value(origins)),
    requestsPerMinute: value(requests),
    cacheSeconds: value(cacheTime),
  };
}
