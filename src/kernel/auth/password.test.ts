import { expect, test } from 'vitest';
import { decoyHash, hashPassword, randomPassword, verifyPassword } from './password.ts';

test('a password matches its own hash and no other, and two hashes of it differ', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(one).not.toBe(two);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(one, 'correct horse')).toBe(true);
  expect(await verifyPassword(one, 'correct horse ')).toBe(false);
});

test('a hash of the reference implementation is verified at its own cost', async () => {
  const reference = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  expect(await verifyPassword(reference, 'password')).toBe(true);
  expect(await verifyPassword(reference, 'passwort')).toBe(false);
});

test('a password is the same whether it is typed in composed or decomposed letters', async () => {
  const hash = await hashPassword('비밀번호 café'.normalize('NFD'));
  expect(await verifyPassword(hash, '비밀번호 café'.normalize('NFC'))).toBe(true);
});

test.each([
  '',
  'none',
  'correct horse',
  '$argon2id$v=19$m=19456,t=2,p=1$$',
  '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA',
  '$argon2i$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
])('nothing matches a hash that is not argon2id: %s', async (hash) => {
  expect(await verifyPassword(hash, hash)).toBe(false);
  expect(await verifyPassword(hash, '')).toBe(false);
});

test('the decoy is a real hash, so checking against it takes as long as against any other', async () => {
  expect(await decoyHash()).toBe(await decoyHash());
  expect(await decoyHash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('generated passwords are long, all different, and without lookalike letters', () => {
  const made = Array.from({ length: 50 }, randomPassword);
  expect(new Set(made).size).toBe(50);
  for (const password of made) expect(password).toMatch(/^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/);
});
