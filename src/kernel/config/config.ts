import { findPackageJSON } from 'node:module';
import path from 'node:path';
import type { z } from 'zod';
import type { NamedAddress } from '../text/mail-address.rules.ts';
import { type LogStyle, logStyle } from './log.ts';
import type { ProviderConfig } from './openid.ts';
import type { BucketKey, BucketLocation } from './s3-url.ts';
import type { SmtpServer } from './smtp-url.ts';
import { givenVariables } from './variable-files.ts';
import { Environment, Variables } from './variables.ts';

// This module may be part of a built file elsewhere.
const root = path.dirname(findPackageJSON(import.meta.url) ?? '');

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

/** Where mails are sent, and from whom they are. */
export interface MailConfig {
  readonly server: SmtpServer;
  readonly from: NamedAddress;
}

/** Where the audit trail is sent: an `http:` or `https:` address, or a `file:` to which it is appended. */
export interface TrailReceiver {
  readonly url: URL;
  /** Sent with each delivery as a bearer token. */
  readonly token: string | undefined;
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
  /** The path of `publicUrl`, under which the office answers: '' or, for example, `/office`. */
  readonly basePath: string;
  readonly trustedProxies: readonly string[];
  readonly timeZone: string;
  readonly rateLimit: number;
  /** Whether webhooks may call private networks, and without https. */
  readonly webhookPrivate: boolean;
  /** Absent if the product sends no mail. */
  readonly mail: MailConfig | undefined;
  /** Absent if the audit trail is sent nowhere. */
  readonly trail: TrailReceiver | undefined;
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
    basePath: env.PUBLIC_URL === undefined ? '' : new URL(env.PUBLIC_URL).pathname.replace(/\/$/, ''),
    trustedProxies: env.TRUSTED_PROXIES,
    timeZone: env.TIME_ZONE,
    ...logStyle({ isTTY, LOG_LEVEL: env.LOG_LEVEL }),
    rateLimit: env.RATE_LIMIT,
    webhookPrivate: env.WEBHOOK_PRIVATE === 'allow',
    mail: mailOf(env),
    trail: env.TRAIL_URL === undefined ? undefined : { url: new URL(env.TRAIL_URL), token: env.TRAIL_TOKEN },
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

function mailOf(env: z.output<typeof Variables>): MailConfig | undefined {
  const { SMTP_URL: server, MAIL_FROM: from } = env;
  return server === undefined || from === undefined ? undefined : { server, from };
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
