import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { commonPasswords, commonPasswordsFile } from '../common-passwords.ts';

test('the common passwords are those of the dictionary; `npm run generate` writes them', async () => {
  expect(await readFile(commonPasswordsFile, 'utf8')).toBe(commonPasswords());
});
