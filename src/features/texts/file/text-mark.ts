import { createHash } from 'node:crypto';

/** A short digest that stands for a text: the same for the same text only. */
export const markOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12);
