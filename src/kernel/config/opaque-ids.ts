import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { keysFor } from './seal.ts';
import { openSecrets, type Secrets } from './secret.ts';

const cipher = 'aes-256-ctr';
const markBytes = 16;

/**
 * References to IDs of other systems, for addresses: the same ID always has the same one, which only this installation can
 * make or read. The mark that begins it is a keyed hash of the ID, and what encrypts it, so no other text is a reference.
 */
export class OpaqueIds {
  readonly #marking: () => readonly Buffer[];
  readonly #writing: () => readonly Buffer[];

  constructor(secrets: Secrets, purpose: string) {
    this.#marking = keysFor(secrets, `${purpose} mark`);
    this.#writing = keysFor(secrets, `${purpose} text`);
  }

  /** The reference to an ID, in characters that need no escaping in an address. */
  of(id: string): string {
    return this.allOf(id)[0] ?? '';
  }

  /** Every reference that stands for an ID: the one of today, then those made with earlier secrets that still hold. */
  allOf(id: string): string[] {
    const writings = this.#writing();
    return this.#marking().map((marking, index) => {
      const mark = markOf(marking, id);
      const writer = createCipheriv(cipher, writings[index] ?? Buffer.alloc(0), mark);
      return Buffer.concat([mark, writer.update(id, 'utf8'), writer.final()]).toString('base64url');
    });
  }

  /** The ID that a reference stands for, also one made with an earlier secret that still holds; undefined if it is none. */
  idOf(ref: string): string | undefined {
    const bytes = Buffer.from(ref, 'base64url');
    if (bytes.length <= markBytes || bytes.toString('base64url') !== ref) return undefined;
    const mark = bytes.subarray(0, markBytes);
    const marking = this.#marking();
    for (const [index, writing] of this.#writing().entries()) {
      const reader = createDecipheriv(cipher, writing, mark);
      const id = Buffer.concat([reader.update(bytes.subarray(markBytes)), reader.final()]).toString('utf8');
      if (timingSafeEqual(markOf(marking[index] ?? Buffer.alloc(0), id), mark)) return id;
    }
    return undefined;
  }

  /** A keyed hash of a text: whether another text is the same can be told, the text cannot be read. */
  hashOf(text: string): Buffer {
    const [marking = Buffer.alloc(0)] = this.#marking();
    return markOf(marking, text);
  }
}

const markOf = (key: Buffer, id: string): Buffer =>
  createHmac('sha256', key).update(id, 'utf8').digest().subarray(0, markBytes);

/** Those of this installation. */
export const openOpaqueIds = async ({ dataDir }: { dataDir: string }, purpose: string): Promise<OpaqueIds> =>
  new OpaqueIds(await openSecrets(dataDir), purpose);
