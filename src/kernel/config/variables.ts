import { isIP } from 'node:net';
import { z } from 'zod';
import { serverUrls } from '../db/servers.ts';
import { readNamedAddress } from '../text/mail-address.rules.ts';
import { parseStorageUrl } from './s3-url.ts';
import { smtpServer } from './smtp-url.ts';

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

// No query, no account, and a path of plain words: it is part of every link, and of the cookies' path.
const isPlainAddress = (address: string) => {
  if (!URL.canParse(address)) return false;
  const { href, origin, pathname } = new URL(address);
  return href === origin + pathname && /^\/(?:[\w.~-]+(?:\/[\w.~-]+)*\/?)?$/.test(pathname);
};

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

const isTrailUrl = (value: string) =>
  (URL.canParse(value) && /^file:\/\/\/[^/]/.test(value)) || serviceUrl.safeParse(value).success;

// The message must not have the text: there is a password in it.
const smtp = z.string().transform((value, ctx) => {
  const server = smtpServer(value);
  if (!server) ctx.addIssue('must be an address such as smtps://user:password@smtp.example:465');
  return server;
});

const sender = z.string().transform((value, ctx) => {
  const from = readNamedAddress(value);
  if (!from) ctx.addIssue('must be an address such as office@library.example or Library <office@library.example>');
  return from;
});

// Those that make sense together only.
const mail = ['SMTP_URL', 'MAIL_FROM'] as const;
const bucketKey = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;
const providers = [
  ['SHEETS_ISSUER', 'SHEETS_CLIENT_ID', 'SHEETS_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
] as const;

/** The API that reads the spreadsheets of docs.google.com. */
export const defaultSheetsApi = 'https://sheets.googleapis.com';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const passwordLength = 'must have 8 to 1024 characters';

/** The environment variables, each with its form and default. */
export const Variables = z.object({
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
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://office.example' })
    .refine(isPlainAddress, 'must be an address such as https://office.example or https://example.org/office')
    .optional(),
  TRUSTED_PROXIES: proxies.default([]),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be the name of a time zone such as Asia/Seoul').default('Asia/Seoul'),
  LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).optional(),
  RATE_LIMIT: whole(0, 999_999_999).default(6000),
  WEBHOOK_PRIVATE: z.enum(['refuse', 'allow'], 'must be refuse or allow').default('refuse'),
  SMTP_URL: smtp.optional(),
  MAIL_FROM: sender.optional(),
  TRAIL_URL: z
    .string()
    .refine(
      isTrailUrl,
      'must be an https address or a file such as file:///var/log/office/trail.jsonl; http is for this machine alone',
    )
    .optional(),
  TRAIL_TOKEN: z.string().trim().optional(),
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

/** The variables of an installation that make sense together. */
export const Environment = Variables.superRefine((env, ctx) => {
  const refuse = (name: string, message: string) => ctx.addIssue({ code: 'custom', path: [name], message });
  if (env.ADMIN_RESET === '1' && (env.ADMIN_ID === undefined || env.ADMIN_PASSWORD === undefined)) {
    refuse('ADMIN_RESET', 'must be set with ADMIN_ID and ADMIN_PASSWORD, or not at all');
  }
  for (const issuer of ['SMTP_URL', ...providers.map(([name]) => name)] as const) {
    // The issuer redirects browsers to this URL, and mails link to it, so it must not come from a request.
    if (env[issuer] !== undefined && env.PUBLIC_URL === undefined && !isLoopback(env.HOST)) {
      refuse('PUBLIC_URL', `must be set with ${issuer} unless HOST is 127.0.0.1`);
    }
  }
  for (const names of [bucketKey, mail, ...providers]) {
    const missing = names.filter((name) => env[name] === undefined);
    if (missing.length === names.length) continue;
    for (const name of missing) refuse(name, `must be set too, or none of ${names.join(', ')}`);
  }
});
