import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'variable-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileWith = (content: string) => {
  const file = path.join(folder, String(Math.random()));
  writeFileSync(file, content);
  return file;
};

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
