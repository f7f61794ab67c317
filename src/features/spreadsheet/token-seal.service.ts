import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Closes texts so that only this installation can open them, and only for the account they were closed for. */
export class TokenSeal {
  readonly #key: Buffer;

  constructor(installationSecret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', installationSecret, '', 'spreadsheet tokens', keyBytes));
  }

  /** Nonce, tag, then the text. */
  close(text: string, staffIdx: number): Buffer {
    const nonce = randomBytes(nonceBytes);
    const closing = createCipheriv(cipher, this.#key, nonce).setAAD(owner(staffIdx));
    const closed = Buffer.concat([closing.update(text, 'utf8'), closing.final()]);
    return Buffer.concat([nonce, closing.getAuthTag(), closed]);
  }

  /** Undefined where the text was closed with another secret, for another account, or has been changed. */
  open(sealed: Buffer, staffIdx: number): string | undefined {
    const tagEnd = nonceBytes + tagBytes;
    if (sealed.length < tagEnd) return undefined;
    const opening = createDecipheriv(cipher, this.#key, sealed.subarray(0, nonceBytes))
      .setAAD(owner(staffIdx))
      .setAuthTag(sealed.subarray(nonceBytes, tagEnd));
    try {
      return Buffer.concat([opening.update(sealed.subarray(tagEnd)), opening.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

const owner = (staffIdx: number) => Buffer.from(`staff ${staffIdx}`);
