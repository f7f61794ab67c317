import { createHmac, timingSafeEqual } from 'node:crypto';

/** The length of a link, and of the hash of a row. Bytes. */
export const linkBytes = 32;

/** What the first link is made over. */
export const firstLink: Buffer = Buffer.alloc(linkBytes);

/** The link of a row: a keyed hash over the link before and the hash of the row (`trail_leaf` in the database). */
export const linkAfter = (key: Buffer, before: Buffer, leaf: Buffer): Buffer =>
  createHmac('sha256', key).update(before).update(leaf).digest();

/** Vouches for a row that was changed after it was sealed: for its link, and for the hash it has now. */
export const proofOfChanged = (key: Buffer, link: Buffer, leaf: Buffer): Buffer =>
  createHmac('sha256', key).update('changed').update(link).update(leaf).digest();

/** Vouches for the removal of rows up to a number. */
export const proofOfRemoved = (key: Buffer, upTo: number): Buffer =>
  createHmac('sha256', key).update(`removed ${upTo}`).digest();

/** Whether two proofs are the same. */
export const isSame = (one: Buffer | undefined | null, other: Buffer): boolean =>
  one?.length === other.length && timingSafeEqual(one, other);
