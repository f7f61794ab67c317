import type { OnixNode } from './message/onix-elements.rules.ts';

/** What is kept of a product with the row of its import. */
export interface OnixRecord {
  /** The sender's key. */
  reference: string;
  product: OnixNode;
}
