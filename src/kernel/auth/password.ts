import { argon2, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

// OWASP's second recommendation for argon2id: 19 MiB, 2 passes, 1 lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Hashes a password to a PHC string (argon2id). Unicode is folded to NFKC, so the keyboard does not matter. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password.normalize('NFKC'), nonce, ...cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** Compares in constant time. A string that is no PHC hash never matches. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, , , parameters = '', nonce = '', tag = ''] = hash.split('$');
  const found = /^m=(\d+),t=(\d+),p=(\d+)$/.exec(parameters);
  if (!found) return false;
  const wanted = Buffer.from(tag, 'base64');
  const given = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(found[1]),
    passes: Number(found[2]),
    parallelism: Number(found[3]),
    tagLength: wanted.length,
  });
  return timingSafeEqual(given, wanted);
}

let decoy: Promise<string> | undefined;

/** A hash that no password matches, to spend the same time on an unknown account. */
export function decoyHash(): Promise<string> {
  decoy ??= hashPassword(randomUUID());
  return decoy;
}
