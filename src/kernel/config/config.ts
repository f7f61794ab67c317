import { findPackageJSON } from 'node:module';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { serverUrls } from '../db/servers.ts';
import { type LogStyle, logStyle } from './log.ts';
import type { ProviderConfig } from './openid.ts';
import { type BucketKey, type BucketLocation, parseStorageUrl } from './s3-url.ts';
import { givenVariables } from './variable-files.ts';

// This module may be part of a built file elsewhere.
const root = path.dirname(findPackageJSON(import.meta.url) ?? '');

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

const words = z.string().transform((value) => value.split(/\s+/).filter(Boolean));

// As accepted by proxy-addr: addresses, networks, and its names for private networks.
const isProxy = (item: string) => {
  const [address = '', bits] = item.split('/');
  const longest = isIP(address) === 6 ? 128 : 32;
  return (
    ['loopback', 'linklocal', 'uniquelocal'].includes(item) ||
    (isIP(address) > 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest)))
  );
};

const proxies = list.refine((items) => items.every(isProxy), 'must list addresses or networks such as 10.0.0.0/8');

// An offset such as +09:00 is rejected: PostgreSQL reads its sign the other way round.
const isTimeZone = (zone: string) => {
  try {
    return /^[a-z]/i.test(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
};

const whole = (min: number, max: number) => {
  const fits = (value: string) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max;
  return z.string().refine(fits, `must be a whole number from ${min} to ${max}`).transform(Number);
};

const serverUrl = z.url({ protocol: /^postgres(ql)?$/, hostname: /.*/ });

const databaseUrl = z.string().refine((value) => serverUrls(value).every((url) => serverUrl.safeParse(url).success), {
  error: 'must be an address such as postgres://user:password@host:5432/name',
});

const bucket = z.string().transform((value, ctx) => {
  const location = parseStorageUrl(value);
  if (!location) ctx.addIssue('must be an address such as s3://bucket?endpoint=https://s3.example&region=us-east-1');
  return location;
});

// These receive an ID and a secret: plain http is allowed only for this machine.
const serviceUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://accounts.example' })
  .refine(
    (value) => /^https:|^http:\/\/(127\.0\.0\.1|localhost|\[::1\])([:/]|$)/.test(value),
    'must be an https address; http is for this machine alone',
  );

// Those that make sense together only.
const bucketKey = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;
const providers = [
  ['SHEETS_ISSUER', 'SHEETS_CLIENT_ID', 'SHEETS_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
] as const;

/** The API that reads the spreadsheets of docs.google.com. */
export const defaultSheetsApi = 'https://sheets.googleapis.com';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const passwordLength = 'must have 8 to 1024 characters';

const Variables = z.object({
  NODE_ENV: z.string().default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535).default(3000),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_POOL: whole(1, 1000).default(10),
  DATABASE_READ_POOL: whole(1, 1000).default(10),
  DATA_DIR: z.string().default('./data'),
  STORAGE_URL: bucket.optional(),
  AWS_ACCESS_KEY_ID: z.string().trim().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().trim().optional(),
  AWS_SESSION_TOKEN: z.string().trim().optional(),
  ADMIN_ID: z.string().max(64, 'must have at most 64 characters').optional(),
  ADMIN_PASSWORD: z.string().min(8, passwordLength).max(1024, passwordLength).optional(),
  ADMIN_RESET: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an address such as https://office.example' }).optional(),
  TRUSTED_PROXIES: proxies.default([]),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be the name of a time zone such as Asia/Seoul').default('Asia/Seoul'),
  LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).optional(),
  RATE_LIMIT: whole(0, 999_999_999).default(6000),
  WEBHOOK_PRIVATE: z.enum(['refuse', 'allow'], 'must be refuse or allow').default('refuse'),
  EPUBCHECK_COMMAND: words.default([]),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().trim().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().default('library-office'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number from 0 to 1')
    .refine((share) => share >= 0 && share <= 1, 'must be a number from 0 to 1')
    .default(1),
  BACKUP_TO: z.string().optional(),
  BACKUP_KEY: z.string().trim().optional(),
  BACKUP_KEEP: whole(1, 10_000).default(14),
  SHEETS_ISSUER: serviceUrl.optional(),
  SHEETS_CLIENT_ID: z.string().optional(),
  SHEETS_CLIENT_SECRET: z.string().optional(),
  SHEETS_API_URL: serviceUrl.default(defaultSheetsApi),
  OIDC_ISSUER: serviceUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().trim().max(40, 'must have at most 40 characters').optional(),
  OIDC_GROUP_CLAIM: z.string().trim().default('groups'),
  OIDC_ADMIN_GROUP: z.string().trim().optional(),
  OIDC_GROUPS: list.default([]),
});

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

const Environment = Variables.superRefine((env, ctx) => {
  const refuse = (name: string, message: string) => ctx.addIssue({ code: 'custom', path: [name], message });
  if (env.ADMIN_RESET === '1' && (env.ADMIN_ID === undefined || env.ADMIN_PASSWORD === undefined)) {
    refuse('ADMIN_RESET', 'must be set with ADMIN_ID and ADMIN_PASSWORD, or not at all');
  }
  for (const [issuer] of providers) {
    // The issuer redirects browsers to this URL, so it must not come from a request.
    if (env[issuer] !== undefined && env.PUBLIC_URL === undefined && !isLoopback(env.HOST)) {
      refuse('PUBLIC_URL', `must be set with ${issuer} unless HOST is 127.0.0.1`);
    }
  }
  for (const names of [bucketKey, ...providers]) {
    const missing = names.filter((name) => env[name] === undefined);
    if (missing.length === names.length) continue;
    for (const name of missing) refuse(name, `must be set too, or none of ${names.join(', ')}`);
  }
});

/** Where staff sign in to their spreadsheet accounts, and the API that reads their sheets. */
export interface SpreadsheetsConfig extends ProviderConfig {
  /** Without a trailing slash. */
  readonly apiUrl: string;
}

/** Where staff log in without a password of this product, and what their groups there mean. */
export interface SingleSignOnConfig extends ProviderConfig {
  /** The provider's name on screens, if any. */
  readonly name: string | undefined;
  /** The claim that lists a person's groups. */
  readonly groupClaim: string;
  /** Exactly its members are administrators; if absent, staff appoint administrators. */
  readonly adminGroup: string | undefined;
  /** Their members may log in, as may administrators. If no group is set here or above, everybody may. */
  readonly groups: readonly string[];
}

/** How traces are exported; the exporter reads other standard variables itself. */
export interface TracingConfig {
  readonly service: string;
  /** The share of traces exported, from 0 to 1, unless the caller has decided. */
  readonly share: number;
  /** The address of the collector. */
  readonly url: string;
  /** Sent with each export, as `name=value,name=value`. */
  readonly headers: string;
}

/**
 * The settings of one process, read once at start. Paths are absolute; `rateLimit` is requests per minute from one
 * address (0 = unlimited); an absent `databaseUrl` means the embedded PostgreSQL in `dataDir`.
 */
export interface Config extends LogStyle {
  readonly root: string;
  readonly development: boolean;
  /** Whether this library is in production; otherwise audio is stored separately. */
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string | undefined;
  readonly databaseReadUrl: string | undefined;
  /** The database itself, if `databaseUrl` leads to a pooler. */
  readonly databaseDirectUrl: string | undefined;
  /** The maximum number of connections for requests, and how many of them may go to the replica. */
  readonly databasePool: number;
  readonly databaseReadPool: number;
  readonly dataDir: string;
  /** Where files are stored; `dataDir` if absent. */
  readonly bucket: BucketLocation | undefined;
  /** The key for buckets; without it, the AWS library looks where it usually does. */
  readonly bucketKey: BucketKey | undefined;
  readonly adminId: string | undefined;
  readonly adminPassword: string | undefined;
  /** Whether to restore access to the account `adminId` at start, whatever blocks it. */
  readonly adminReset: boolean;
  readonly publicUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly timeZone: string;
  readonly rateLimit: number;
  /** Whether webhooks may call private networks, and without https. */
  readonly webhookPrivate: boolean;
  /** The command that runs the official EPUB checker, as words; empty if there is none. */
  readonly epubCheckCommand: readonly string[];
  /** The bearer token for `/metrics`, which does not exist without it. */
  readonly metricsToken: string | undefined;
  /** A folder or bucket of backups, for the commands that make and read them. */
  readonly backupTo: string | undefined;
  /** The key of age that encrypts them; absent if they are not encrypted. */
  readonly backupKey: string | undefined;
  /** How many of them are kept. */
  readonly backupKeep: number;
  /** Absent if no traces are collected. */
  readonly tracing: TracingConfig | undefined;
  /** Absent if cloud spreadsheets are not configured. */
  readonly spreadsheets: SpreadsheetsConfig | undefined;
  /** Absent if staff log in with passwords only. */
  readonly singleSignOn: SingleSignOnConfig | undefined;
}

/** Thrown by {@link readConfig}; the message names every invalid variable, one per line. */
export class ConfigError extends Error {}

/** Reads the environment and the files it names. `isTTY`: the output goes to a terminal. */
export function readConfig(environment: Record<string, string | undefined>, { isTTY = false } = {}): Config {
  const { given, problems } = givenVariables(environment, Object.keys(Variables.shape));
  const parsed = Environment.safeParse(given);
  const issues = parsed.error?.issues.map(({ path: at, message }) => ({ name: at.join('.'), message })) ?? [];
  const lines = [...problems, ...issues].map(({ name, message }) => `  ${name}: ${message}`);
  if (!parsed.success || lines.length > 0) throw new ConfigError(`Invalid configuration:\n${lines.join('\n')}`);
  const env = parsed.data;
  return {
    root,
    development: env.NODE_ENV === 'development',
    production: env.NODE_ENV === 'production',
    host: env.HOST,
    port: env.PORT,
    databaseUrl: env.DATABASE_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databasePool: env.DATABASE_POOL,
    databaseReadPool: env.DATABASE_READ_POOL,
    dataDir: path.resolve(root, env.DATA_DIR),
    bucket: env.STORAGE_URL,
    bucketKey: bucketKeyOf(env),
    adminId: env.ADMIN_ID,
    adminPassword: env.ADMIN_PASSWORD,
    adminReset: env.ADMIN_RESET === '1',
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    trustedProxies: env.TRUSTED_PROXIES,
    timeZone: env.TIME_ZONE,
    ...logStyle({ isTTY, LOG_LEVEL: env.LOG_LEVEL }),
    rateLimit: env.RATE_LIMIT,
    webhookPrivate: env.WEBHOOK_PRIVATE === 'allow',
    epubCheckCommand: env.EPUBCHECK_COMMAND,
    metricsToken: env.METRICS_TOKEN,
    backupTo: env.BACKUP_TO,
    backupKey: env.BACKUP_KEY,
    backupKeep: env.BACKUP_KEEP,
    tracing: tracingOf(env),
    spreadsheets: spreadsheetsOf(env),
    singleSignOn: singleSignOnOf(env),
  };
}

function bucketKeyOf(env: z.output<typeof Variables>): BucketKey | undefined {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env;
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}

function tracingOf(env: z.output<typeof Variables>): TracingConfig | undefined {
  const collector = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '');
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (collector && `${collector}/v1/traces`);
  if (!url || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined;
  const { OTEL_SERVICE_NAME: service, OTEL_TRACES_SAMPLER_ARG: share, OTEL_EXPORTER_OTLP_HEADERS: headers = '' } = env;
  return { service, share, url, headers };
}

function spreadsheetsOf(env: z.output<typeof Variables>): SpreadsheetsConfig | undefined {
  const { SHEETS_ISSUER: issuer, SHEETS_CLIENT_ID: clientId, SHEETS_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret, apiUrl: env.SHEETS_API_URL.replace(/\/$/, '') };
}

function singleSignOnOf(env: z.output<typeof Variables>): SingleSignOnConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret,
    name: env.OIDC_NAME,
    groupClaim: env.OIDC_GROUP_CLAIM,
    adminGroup: env.OIDC_ADMIN_GROUP,
    groups: env.OIDC_GROUPS,
  };
}
