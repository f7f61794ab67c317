import { argon2, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
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

// Argon2 requires a salt of at least 8 bytes.
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{22,})$/;

/** Compares in constant time. A string that is not an argon2id hash never matches. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = phc.exec(hash) ?? [];
  if (!tag) return false;
  const wanted = Buffer.from(tag, 'base64');
  const given = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  });
  return timingSafeEqual(given, wanted);
}

let decoy: Promise<string> | undefined;

/** A hash that matches no password, so that an unknown account takes the same time. Made once; request it at start. */
export function decoyHash(): Promise<string> {
  decoy ??= hashPassword(randomUUID());
  return decoy;
}

// Without letters and digits that look alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Random characters to be typed from paper, in groups: slightly less than five bits each. */
export function randomCode(groups: number, size: number): string {
  const group = () => Array.from({ length: size }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** A one-time password to hand over: 20 characters in groups of five, 99 bits. */
export const randomPassword = (): string => randomCode(4, 5);
