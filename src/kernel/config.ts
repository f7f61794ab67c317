import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../..');

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

// As proxy-addr reads them: addresses, networks, and its names for the private ones.
const isProxy = (item: string) => {
  const [address = '', bits] = item.split('/');
  const longest = isIP(address) === 6 ? 128 : 32;
  return (
    ['loopback', 'linklocal', 'uniquelocal'].includes(item) ||
    (isIP(address) > 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest)))
  );
};

const proxies = list.refine((items) => items.every(isProxy), 'must list addresses or networks such as 10.0.0.0/8');

const timeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}, 'is not a time zone name such as Asia/Seoul');

const Environment = z.object({
  NODE_ENV: z.string().default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, hostname: /.*/ }).optional(),
  DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/, hostname: /.*/ }).optional(),
  DATA_DIR: z.string().default('./data'),
  ADMIN_ID: z.string().min(1).max(64).optional(),
  ADMIN_PASSWORD: z.string().min(8).max(1024).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUSTED_PROXIES: proxies.default([]),
  TIME_ZONE: timeZone.default('Asia/Seoul'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RATE_LIMIT: z.coerce.number().int().min(0).default(6000),
});

/**
 * The settings of one process, read once at start. Paths are absolute; `rateLimit` counts requests a minute from one
 * address (0 = unlimited); an absent `databaseUrl` means the embedded PostgreSQL under `dataDir`.
 */
export interface Config {
  readonly root: string;
  readonly development: boolean;
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string | undefined;
  readonly databaseReadUrl: string | undefined;
  readonly dataDir: string;
  readonly adminId: string | undefined;
  readonly adminPassword: string | undefined;
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly timeZone: string;
  readonly logLevel: string;
  readonly rateLimit: number;
}

/** Thrown by {@link readConfig}; the message names every variable that does not fit, one a line. */
export class ConfigError extends Error {}

/** Reads the environment. An empty variable counts as absent. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The configuration does not fit:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  return {
    root,
    development: env.NODE_ENV === 'development',
    host: env.HOST,
    port: env.PORT,
    databaseUrl: env.DATABASE_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    dataDir: path.resolve(root, env.DATA_DIR),
    adminId: env.ADMIN_ID,
    adminPassword: env.ADMIN_PASSWORD,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    trustedProxies: env.TRUSTED_PROXIES,
    timeZone: env.TIME_ZONE,
    logLevel: env.LOG_LEVEL,
    rateLimit: env.RATE_LIMIT,
  };
}
