import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { BackupError } from './manifest.ts';

/** Encrypts and decrypts the parts of a backup in the format of age, which other programs open as well. */
export interface BackupKey {
  encrypt(source: Readable): Promise<Readable>;
  decrypt(source: Readable): Promise<Readable>;
}

const webStream = (source: Readable) => Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>;
const nodeStream = (stream: globalThis.ReadableStream<Uint8Array>) => Readable.fromWeb(stream as ReadableStream);

/**
 * The key of `BACKUP_KEY`: an identity, `AGE-SECRET-KEY-1…`, reads and writes; a recipient, `age1…`, only writes, so
 * that the machine that makes backups cannot read them.
 */
export async function readBackupKey(text: string): Promise<BackupKey> {
  const isIdentity = text.startsWith('AGE-SECRET-KEY-');
  const encrypter = new Encrypter();
  const decrypter = new Decrypter();
  try {
    encrypter.addRecipient(isIdentity ? await identityToRecipient(text) : text);
    if (isIdentity) decrypter.addIdentity(text);
  } catch {
    throw new BackupError('BACKUP_KEY: must be a key of age-keygen: AGE-SECRET-KEY-1… or, to write only, age1…');
  }
  return {
    encrypt: async (source) => nodeStream(await encrypter.encrypt(webStream(source))),
    decrypt: async (source) => {
      if (!isIdentity) {
        source.destroy();
        throw new BackupError('The backup is encrypted: set BACKUP_KEY to the secret key, AGE-SECRET-KEY-1…');
      }
      return nodeStream(await decrypter.decrypt(webStream(source)));
    },
  };
}
