import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Where tests ask for passkeys: the host of injected requests. */
export const testOrigin = 'http://localhost';

/** What an authenticator does otherwise than it should. */
interface Flaws {
  origin?: string;
  rpId?: string;
  /** It did not verify its owner. */
  unverified?: boolean;
  /** It counts from here. */
  counter?: number;
}

/** A passkey in software: answers as a device does, and wrongly where a test asks for it. */
export class Authenticator {
  readonly id = randomBytes(16);
  #counter = 0;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  /** The answer to the options of adding a passkey. */
  register(options: { challenge: string }, flaws: Flaws = {}) {
    const data = this.#data(flaws, 0x41);
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, this.#coordinate('x')],
        [-3, this.#coordinate('y')],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const authData = Buffer.concat([data, Buffer.alloc(16), length, this.id, cose]);
    const attestationObject = isoCBOR.encode(
      new Map<string, string | Map<never, never> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map<never, never>()],
        ['authData', new Uint8Array(authData)],
      ]),
    );
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData('webauthn.create', options, flaws),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** The answer to the options of logging in. */
  answer(options: { challenge: string }, flaws: Flaws = {}) {
    const data = this.#data(flaws, 0x01);
    const client = clientData('webauthn.get', options, flaws);
    const signed = Buffer.concat([data, createHash('sha256').update(Buffer.from(client, 'base64url')).digest()]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: client,
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(this.#keys.privateKey).toString('base64url'),
      },
    };
  }

  #named() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }

  #data({ rpId = 'localhost', unverified = false, counter }: Flaws, flags: number): Buffer {
    this.#counter = counter ?? this.#counter + 1;
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags | (unverified ? 0 : 0x04));
    tail.writeUInt32BE(this.#counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
  }

  #coordinate(axis: 'x' | 'y') {
    return new Uint8Array(Buffer.from(this.#keys.publicKey.export({ format: 'jwk' })[axis] ?? '', 'base64url'));
  }
}

function clientData(type: string, { challenge }: { challenge: string }, { origin = testOrigin }: Flaws): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}
