import type { OnixNode } from './message/onix-elements.rules.ts';

/** What is kept of a product with the row of its import. */
export interface OnixRecord {
  /** The sender's key. */
  reference: string;
  product: OnixNode;
}

/** What an import lists instead of doing: links to covers, and products that the sender has withdrawn. */
export const onixLists = ['covers', 'deletions'] as const;
export type OnixListName = (typeof onixLists)[number];
