import { createSignal } from './signal.ts';

/** A record that is shown beside its list: the address of its page, and its title. */
export interface Peeked {
  /** The link of its row. */
  row: string;
  /** The address shown: that of the row, or of one of the record's tabs. */
  href: string;
  title: string;
}

let shown: Peeked | null = null;
const moved = createSignal();
const changed = createSignal();

/** The record shown now. */
export const peeked = (): Peeked | null => shown;

/** Calls back whenever {@link peeked} is another. */
export const watchPeeked = moved.listen;

/** Only the panel sets it, since it may have to ask about unsaved input first. */
export function setPeeked(next: Peeked | null): void {
  shown = next;
  moved.notify();
}

/** Calls back when the record shown may have changed. */
export const watchPeekChanges = changed.listen;
export const refreshPeek = changed.notify;

/** The links of the rows that can be shown beside their list, in order. */
export const peekLinks = (within: ParentNode = document): HTMLAnchorElement[] => [
  ...within.querySelectorAll<HTMLAnchorElement>('main [data-list] a[data-peek]'),
];

export const peekOf = (link: HTMLAnchorElement): Peeked => {
  const href = link.getAttribute('href') ?? '';
  return { row: href, href, title: link.textContent };
};
