import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'variable-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileWith = (content: string) => {
  const file = path.join(folder, String(Math.random()));
  writeFileSync(file, content);
  return file;
};

const secrets: Record<string, string> = {
  DATABASE_URL: 'postgres://ada:s3cret@db/office',
  DATABASE_READ_URL: 'postgres://ada:s3cret@replica/office',
  DATABASE_DIRECT_URL: 'postgres://ada:s3cret@primary/office',
  AWS_ACCESS_KEY_ID: 'office',
  AWS_SECRET_ACCESS_KEY: 's3cret',
  AWS_SESSION_TOKEN: 's3cret',
  ADMIN_PASSWORD: 's3cret of ada',
  METRICS_TOKEN: 's3cret of the metrics',
  BACKUP_KEY: 'AGE-SECRET-KEY-1',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=s3cret',
  SHEETS_CLIENT_SECRET: 's3cret',
  OIDC_CLIENT_SECRET: 's3cret',
};
/** What the secrets need beside them. */
const others: Record<string, string> = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318',
  SHEETS_ISSUER: 'https://sheets.example',
  SHEETS_CLIENT_ID: 'office',
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'office',
};

describe('Every secret', () => {
  test.each(Object.entries(secrets))('may come from a file: %s', (name, value) => {
    const { [name]: _, ...rest } = { ...secrets, ...others };
    const fromFile = readConfig({ ...rest, [`${name}_FILE`]: fileWith(`${value}\n`) });
    expect(fromFile).toEqual(readConfig({ ...secrets, ...others }));
    expect(readConfig({ ...secrets, ...others, [name]: `${value}2` })).not.toEqual(fromFile);
  });

  test('of the README and of the page about secrets is among them, and so is each setting', () => {
    const pages = ['README.md', 'docs/operations/secrets.md'].map((page) =>
      readFileSync(path.join(root, page), 'utf8'),
    );
    const rows = pages.join('\n').match(/^\| .*`[A-Z]+_.*$/gm) ?? [];
    const named = rows.flatMap((row) => row.match(/(?<=`)[A-Z]+_[A-Z_]+(?=`)/g) ?? []);
    expect(named).toEqual(expect.arrayContaining(['DATABASE_URL', 'BACKUP_KEY', 'AWS_SECRET_ACCESS_KEY']));
    for (const name of named)
      expect(() => readConfig({ [`${name}_FILE`]: '/nowhere' })).toThrow(`${name}_FILE: cannot be read`);
  });
});

describe('A secret in a file', () => {
  test('is the value of the variable, without the line break at its end', () => {
    const file = fileWith('postgres://ada:s3cret@db/office\n');
    expect(readConfig({ DATABASE_URL_FILE: file })).toEqual(
      readConfig({ DATABASE_URL: 'postgres://ada:s3cret@db/office' }),
    );
    const password = fileWith(' with spaces \r\n');
    expect(readConfig({ ADMIN_PASSWORD_FILE: password }).adminPassword).toBe(' with spaces ');
  });

  test('is judged like the variable, under its name', () => {
    const refusal = () => readConfig({ METRICS_TOKEN_FILE: fileWith('short') });
    expect(refusal).toThrow('METRICS_TOKEN: must have at least 16 characters');
    expect(refusal).not.toThrow('METRICS_TOKEN: short');
  });

  test('is refused if it is not there, empty, or given beside the variable', () => {
    const missing = path.join(folder, 'missing');
    expect(() => readConfig({ OIDC_CLIENT_SECRET_FILE: missing })).toThrow(
      /^ {2}OIDC_CLIENT_SECRET_FILE: cannot be read \(ENOENT.*missing/m,
    );
    const empty = fileWith('\n');
    expect(() => readConfig({ ADMIN_PASSWORD_FILE: empty })).toThrow(`ADMIN_PASSWORD_FILE: ${empty} is empty`);
    expect(() => readConfig({ METRICS_TOKEN_FILE: fileWith('x'), METRICS_TOKEN: 'x'.repeat(16) })).toThrow(
      'METRICS_TOKEN_FILE: must not be set with METRICS_TOKEN',
    );
  });

  test('of a variable that is not ours is ignored', () => {
    expect(readConfig({ AWS_SHARED_CREDENTIALS_FILE: '/nowhere', OTHER_FILE: '/nowhere' })).toEqual(readConfig({}));
  });
});
