import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const root = path.resolve(import.meta.dirname, '../../..');

const traced = (url: string) => ({ service: 'library-office', share: 1, url, headers: '' });

describe('Without any variable the product starts with defaults', () => {
  test('on port 3000 of this machine, with its own database and files in ./data', () => {
    expect(readConfig({})).toEqual({
      root,
      development: false,
      production: true,
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: undefined,
      databaseReadUrl: undefined,
      databaseDirectUrl: undefined,
      databasePool: 10,
      databaseReadPool: 10,
      dataDir: path.join(root, 'data'),
      adminId: undefined,
      adminPassword: undefined,
      adminReset: false,
      publicUrl: undefined,
      basePath: '',
      trustedProxies: [],
      timeZone: 'Asia/Seoul',
      logLevel: 'info',
      rateLimit: 6000,
      webhookPrivate: false,
      epubCheckCommand: [],
      backupTo: undefined,
      backupKey: undefined,
      backupKeep: 14,
    });
  });

  test('a blank variable counts as absent', () => {
    const blank = { HOST: '', PORT: '', DATABASE_URL: ' ', TIME_ZONE: '\t', ADMIN_PASSWORD: '', LOG_LEVEL: ' ' };
    expect(readConfig(blank)).toEqual(readConfig({}));
  });

  test('other variables are ignored', () => {
    expect(readConfig({ PATH: '/bin', npm_config_port: 'x' })).toEqual(readConfig({}));
  });
});

describe('Each variable is read as intended', () => {
  test.each([
    ['NODE_ENV', 'development', { development: true, production: false }],
    ['NODE_ENV', 'test', { development: false, production: false }],
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['DATABASE_URL', 'postgres://ada:s3cret@db:5432/office', { databaseUrl: 'postgres://ada:s3cret@db:5432/office' }],
    ['DATABASE_URL', 'postgresql:///office?host=/run/pg', { databaseUrl: 'postgresql:///office?host=/run/pg' }],
    ['DATABASE_URL', 'postgres://ada@one:1,two:2/office', { databaseUrl: 'postgres://ada@one:1,two:2/office' }],
    ['DATABASE_READ_URL', 'postgres://replica/office', { databaseReadUrl: 'postgres://replica/office' }],
    ['DATABASE_DIRECT_URL', 'postgres://db/office', { databaseDirectUrl: 'postgres://db/office' }],
    ['DATABASE_POOL', '40', { databasePool: 40 }],
    ['DATABASE_READ_POOL', '5', { databaseReadPool: 5 }],
    ['DATA_DIR', '/var/lib/office', { dataDir: '/var/lib/office' }],
    ['DATA_DIR', 'elsewhere', { dataDir: path.join(root, 'elsewhere') }],
    ['ADMIN_ID', 'grace', { adminId: 'grace' }],
    ['ADMIN_PASSWORD', ' with spaces ', { adminPassword: ' with spaces ' }],
    ['PUBLIC_URL', 'https://office.example/', { publicUrl: 'https://office.example' }],
    ['TRUSTED_PROXIES', '10.0.0.0/8, ::1 ,loopback,', { trustedProxies: ['10.0.0.0/8', '::1', 'loopback'] }],
    ['TIME_ZONE', 'Europe/Istanbul', { timeZone: 'Europe/Istanbul' }],
    ['LOG_LEVEL', 'warn', { logLevel: 'warn' }],
    ['RATE_LIMIT', '0', { rateLimit: 0 }],
    [
      'EPUBCHECK_COMMAND',
      'java  -jar /opt/epubcheck.jar',
      { epubCheckCommand: ['java', '-jar', '/opt/epubcheck.jar'] },
    ],
    ['BACKUP_TO', 's3://backups', { backupTo: 's3://backups' }],
    ['BACKUP_KEEP', '30', { backupKeep: 30 }],
    ['METRICS_TOKEN', 'sixteen letters!', { metricsToken: 'sixteen letters!' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://otel:4318/', { tracing: traced('http://otel:4318/v1/traces') }],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'http://otel:4318/own', { tracing: traced('http://otel:4318/own') }],
    ['OTEL_SERVICE_NAME', 'office', {}],
  ])('%s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toEqual({ ...readConfig({}), ...expected });
  });
});

describe('The spreadsheet account', () => {
  const account = {
    SHEETS_ISSUER: 'https://accounts.example/',
    SHEETS_CLIENT_ID: 'office',
    SHEETS_CLIENT_SECRET: 's3cret',
  };
  const names = Object.keys(account);
  const spreadsheets = { issuer: 'https://accounts.example/', clientId: 'office', clientSecret: 's3cret' };

  test('has an issuer, a name and a secret, and by default the API that goes with docs.google.com', () => {
    const apiUrl = 'https://sheets.googleapis.com';
    expect(readConfig(account)).toEqual({ ...readConfig({}), spreadsheets: { ...spreadsheets, apiUrl } });
  });

  test('can have its own API, on this machine also without https', () => {
    const apiUrl = 'http://127.0.0.1:4803';
    expect(readConfig({ ...account, SHEETS_API_URL: `${apiUrl}/` }).spreadsheets).toEqual({ ...spreadsheets, apiUrl });
  });

  test.each(names)('is refused when half configured: %s is missing', (name) => {
    const refusal = () => readConfig({ ...account, [name]: ' ' });
    expect(refusal).toThrow(ConfigError);
    expect(refusal).toThrow(new RegExp(`^ {2}${name}: must be set too, or none of ${names.join(', ')}$`, 'm'));
    expect(refusal).not.toThrow('s3cret');
  });

  test.each(['0.0.0.0', '::', '192.0.2.1', 'office.example', '127.0.0.1.example'])(
    'needs the public address where other machines can reach the product: HOST=%s',
    (HOST) => {
      const refusal = () => readConfig({ ...account, HOST });
      expect(refusal).toThrow(ConfigError);
      expect(refusal).toThrow(/^ {2}PUBLIC_URL: must be set with SHEETS_ISSUER unless HOST is 127\.0\.0\.1$/m);
      expect(readConfig({ ...account, HOST, PUBLIC_URL: 'https://office.example' }).host).toBe(HOST);
      expect(readConfig({ HOST }).host).toBe(HOST);
    },
  );

  test.each(['127.0.0.1', '127.9.9.9', 'localhost', '::1'])(
    'needs no public address on this machine alone: HOST=%s',
    (HOST) => {
      expect(readConfig({ ...account, HOST }).publicUrl).toBeUndefined();
    },
  );

  test('is not configured by an API address alone', () => {
    expect(readConfig({ SHEETS_API_URL: 'https://sheets.example' })).toEqual(readConfig({}));
  });
});

describe('Mail', () => {
  const given = { SMTP_URL: 'smtps://ada:s%40cret@smtp.example', MAIL_FROM: 'Library <office@library.example>' };

  test('has a server and a sender', () => {
    expect(readConfig(given).mail).toEqual({
      server: { host: 'smtp.example', port: 465, secure: true, requireTls: false, user: 'ada', password: 's@cret' },
      from: { name: 'Library', address: 'office@library.example' },
    });
  });

  test.each([
    ['smtp://smtp.example', { port: 587, secure: false, requireTls: false }],
    ['smtp://ada:s3cret@smtp.example:2525', { port: 2525, secure: false, requireTls: true }],
    ['smtp://ada:s3cret@127.0.0.1:25', { port: 25, secure: false, requireTls: false }],
  ])('a password leaves this machine encrypted only: %s', (SMTP_URL, expected) => {
    expect(readConfig({ ...given, SMTP_URL }).mail?.server).toMatchObject(expected);
  });

  test.each(Object.keys(given))('is refused when half configured: %s is missing', (name) => {
    const refusal = () => readConfig({ ...given, [name]: '' });
    expect(refusal).toThrow(new RegExp(`^ {2}${name}: must be set too, or none of SMTP_URL, MAIL_FROM$`, 'm'));
    expect(refusal).not.toThrow('cret');
  });

  test('needs the public address where other machines can reach the product', () => {
    const refusal = () => readConfig({ ...given, HOST: '0.0.0.0' });
    expect(refusal).toThrow(/^ {2}PUBLIC_URL: must be set with SMTP_URL unless HOST is 127\.0\.0\.1$/m);
  });
});

test('resetting the administrator needs an ID and a password', () => {
  const named = { ADMIN_ID: 'grace', ADMIN_PASSWORD: 'long enough' };
  expect(readConfig({ ...named, ADMIN_RESET: '1' }).adminReset).toBe(true);
  for (const name of Object.keys(named)) {
    const refusal = () => readConfig({ ...named, ADMIN_RESET: '1', [name]: '' });
    expect(refusal).toThrow(/^ {2}ADMIN_RESET: must be set with ADMIN_ID and ADMIN_PASSWORD, or not at all$/m);
  }
});

describe('Single sign-on', () => {
  const provider = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'office', OIDC_CLIENT_SECRET: 's3cret' };
  const names = Object.keys(provider);

  test('has a provider, and groups of the claim `groups` unless another is named', () => {
    const expected = { issuer: 'https://id.example', clientId: 'office', clientSecret: 's3cret', groupClaim: 'groups' };
    expect(readConfig(provider).singleSignOn).toEqual({ ...expected, groups: [] });
    const more = { OIDC_NAME: 'Example ID', OIDC_GROUP_CLAIM: 'roles', OIDC_ADMIN_GROUP: 'a', OIDC_GROUPS: 'b, c' };
    expect(readConfig({ ...provider, ...more }).singleSignOn).toEqual({
      ...expected,
      name: 'Example ID',
      groupClaim: 'roles',
      adminGroup: 'a',
      groups: ['b', 'c'],
    });
    expect(readConfig(more)).toEqual(readConfig({}));
  });

  test.each(names)('is refused when half configured: %s is missing', (name) => {
    const refusal = () => readConfig({ ...provider, [name]: ' ' });
    expect(refusal).toThrow(new RegExp(`^ {2}${name}: must be set too, or none of ${names.join(', ')}$`, 'm'));
    expect(refusal).not.toThrow('s3cret');
  });

  test('needs the public address where other machines can reach the product', () => {
    const refusal = () => readConfig({ ...provider, HOST: '0.0.0.0' });
    expect(refusal).toThrow(/^ {2}PUBLIC_URL: must be set with OIDC_ISSUER unless HOST is 127\.0\.0\.1$/m);
    expect(readConfig({ ...provider, HOST: '0.0.0.0', PUBLIC_URL: 'https://office.example' }).port).toBe(3000);
  });
});

describe('Invalid settings are refused with the name of their variable', () => {
  test.each([
    ['PORT', 'http', 'a whole number from 0 to 65535'],
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['PORT', '-1', 'a whole number from 0 to 65535'],
    ['PORT', '0x10', 'a whole number from 0 to 65535'],
    ['DATABASE_URL', 'mysql://db/office', 'postgres://user:password@host:5432/name'],
    ['DATABASE_URL', 'db/office', 'postgres://user:password@host:5432/name'],
    ['DATABASE_URL', 'postgres://one:1,two:x/office', 'postgres://user:password@host:5432/name'],
    ['DATABASE_READ_URL', 'http://db', 'postgres://user:password@host:5432/name'],
    ['DATABASE_POOL', '0', 'a whole number from 1 to 1000'],
    ['ADMIN_ID', 'x'.repeat(65), 'at most 64 characters'],
    ['ADMIN_PASSWORD', 'seven77', '8 to 1024 characters'],
    ['ADMIN_PASSWORD', 'x'.repeat(1025), '8 to 1024 characters'],
    ['ADMIN_RESET', 'yes', '0 or 1'],
    ['PUBLIC_URL', 'office.example', 'https://office.example'],
    ['PUBLIC_URL', 'ftp://office.example', 'https://office.example'],
    ['PUBLIC_URL', 'https://library.example/of fice', 'such as https://office.example or https://example.org/office'],
    ['PUBLIC_URL', 'https://library.example/?office', 'such as https://office.example or https://example.org/office'],
    ['PUBLIC_URL', 'https://grace@library.example', 'such as https://office.example or https://example.org/office'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,proxy', '10.0.0.0/8'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', '10.0.0.0/8'],
    ['TIME_ZONE', 'Mars/Olympus', 'Asia/Seoul'],
    ['TIME_ZONE', '+09:00', 'Asia/Seoul'],
    ['LOG_LEVEL', 'loud', 'fatal, error, warn'],
    ['RATE_LIMIT', 'none', 'a whole number'],
    ['SMTP_URL', 'smtp.example:25', 'smtps://user'],
    ['SMTP_URL', 'https://smtp.example', 'smtps://user'],
    ['SMTP_URL', 'smtp://', 'smtps://user'],
    ['SMTP_URL', 'smtp://ada@smtp.example', 'smtps://user'],
    ['SMTP_URL', 'smtp://smtp.example/?tls=none', 'smtps://user'],
    ['MAIL_FROM', 'office', 'office@library'],
    ['MAIL_FROM', 'a@b.example, c@d.example', 'office@library'],
    ['METRICS_TOKEN', 'short', 'at least 16 characters'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'a number from 0 to 1'],
    ['SHEETS_ISSUER', 'accounts.example', 'https://accounts.example'],
    ['SHEETS_ISSUER', 'http://accounts.example', 'https address'],
    ['SHEETS_ISSUER', 'http://localhost.evil.example', 'https address'],
    ['SHEETS_API_URL', 'ftp://sheets.example', 'https://accounts.example'],
    ['OIDC_ISSUER', 'http://id.example', 'https address'],
    ['OIDC_NAME', 'x'.repeat(41), 'at most 40 characters'],
  ])('%s=%s', (name, value, hint) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^ {2}${name}: must .*${hint}`, 'm'));
  });

  test('all of them at once, each on its line, and without any secret', () => {
    const wrong = { PORT: 'x', TIME_ZONE: 'x', DATABASE_URL: 'mysql://ada:s3cret@db/office', ADMIN_PASSWORD: 's3cret' };
    const refusal = () => readConfig(wrong);
    for (const name of Object.keys(wrong)) expect(refusal).toThrow(new RegExp(`^ {2}${name}: `, 'm'));
    expect(refusal).not.toThrow('s3cret');
  });
});
