import { createHash, randomBytes } from 'node:crypto';

/** A new secret that opens something for whoever has it, such as a session or an address; nobody tries 2 ** 192 of them. */
export const makeToken = (bytes = 24): string => randomBytes(bytes).toString('base64url');

/** What is stored of such a secret. It is random, so a fast hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
