import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { openSecrets, type Secrets } from './secret.ts';

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** The keys for a purpose, derived from each secret: the one to use first, then those that still hold. */
export function keysFor(secrets: Secrets, purpose: string): () => readonly Buffer[] {
  const derived = new Map<string, Buffer>();
  return () =>
    secrets.all().map((secret) => {
      const key = derived.get(secret) ?? Buffer.from(hkdfSync('sha256', secret, '', purpose, keyBytes));
      derived.set(secret, key);
      return key;
    });
}

/** Encrypts texts so that only this installation can decrypt them, and only for the same purpose and owner. */
export class Seal {
  readonly #keys: () => readonly Buffer[];

  constructor(secrets: Secrets, purpose: string) {
    this.#keys = keysFor(secrets, purpose);
  }

  /** Nonce, tag, then the text. */
  close(text: string, owner: string): Buffer {
    const [key = Buffer.alloc(0)] = this.#keys();
    const nonce = randomBytes(nonceBytes);
    const closing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(owner));
    const closed = Buffer.concat([closing.update(text, 'utf8'), closing.final()]);
    return Buffer.concat([nonce, closing.getAuthTag(), closed]);
  }

  /** Undefined if the text was sealed with a secret that is gone, for another purpose or owner, or has been changed. */
  open(sealed: Buffer, owner: string): string | undefined {
    for (const key of this.#keys()) {
      const text = openWith(key, sealed, owner);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  /** The text sealed with the newest secret; undefined if it is so already, or cannot be opened. */
  renew(sealed: Buffer, owner: string): Buffer | undefined {
    const [newest = Buffer.alloc(0)] = this.#keys();
    if (openWith(newest, sealed, owner) !== undefined) return undefined;
    const text = this.open(sealed, owner);
    return text === undefined ? undefined : this.close(text, owner);
  }
}

function openWith(key: Buffer, sealed: Buffer, owner: string): string | undefined {
  const tagEnd = nonceBytes + tagBytes;
  if (sealed.length < tagEnd) return undefined;
  const opening = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(nonceBytes, tagEnd));
  try {
    return Buffer.concat([opening.update(sealed.subarray(tagEnd)), opening.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** The seal of this installation for a purpose; see {@link Secrets}. */
export const sealFor = async ({ dataDir }: { dataDir: string }, purpose: string): Promise<Seal> =>
  new Seal(await openSecrets(dataDir), purpose);

/** A column with sealed texts, which a rotation of the secret seals anew. Features list theirs. */
export interface SealedColumn {
  purpose: string;
  table: string;
  /** The primary key. */
  key: string;
  column: string;
  /** The number in the owner's text, if it is not the key. */
  of?: string;
  owner: (of: number) => string;
}
