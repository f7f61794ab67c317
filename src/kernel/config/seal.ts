import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { installationSecret } from './secret.ts';

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts texts so that only this installation can decrypt them, and only for the same purpose and owner. */
export class Seal {
  readonly #key: Buffer;

  constructor(secret: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', purpose, keyBytes));
  }

  /** Nonce, tag, then the text. */
  close(text: string, owner: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const closing = createCipheriv(cipher, this.#key, nonce).setAAD(Buffer.from(owner));
    const closed = Buffer.concat([closing.update(text, 'utf8'), closing.final()]);
    return Buffer.concat([nonce, closing.getAuthTag(), closed]);
  }

  /** Undefined if the text was sealed with another secret, for another purpose or owner, or has been changed. */
  open(sealed: Buffer, owner: string): string | undefined {
    const tagEnd = nonceBytes + tagBytes;
    if (sealed.length < tagEnd) return undefined;
    const opening = createDecipheriv(cipher, this.#key, sealed.subarray(0, nonceBytes))
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(nonceBytes, tagEnd));
    try {
      return Buffer.concat([opening.update(sealed.subarray(tagEnd)), opening.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

/** The seal of this installation for a purpose; see {@link installationSecret}. */
export const sealFor = async ({ dataDir }: { dataDir: string }, purpose: string): Promise<Seal> =>
  new Seal(await installationSecret(dataDir), purpose);
