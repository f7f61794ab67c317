import { goTo } from './office-path.ts';
import { createSignal } from './signal.ts';
import { findStored, storeValue } from './stored.ts';

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

/** Where the link of a row is in its whole list. */
interface PeekPosition {
  /** From 1. */
  position: number;
  count: number;
  /** There are more rows than were counted. */
  isMore: boolean;
}

/** The position of a row in its list; null if it is not there. */
export function positionOfPeek(row: string): PeekPosition | null {
  const link = peekLinks().find((one) => one.getAttribute('href') === row);
  const list = link?.closest<HTMLElement>('[data-list]');
  if (!link || !list) return null;
  const links = peekLinks().filter((one) => list.contains(one));
  const { first = '1', total = String(links.length), limit = total } = list.dataset;
  const count = Math.min(Number(total), Number(limit));
  return { position: Number(first) + links.indexOf(link), count, isMore: Number(total) > count };
}

const turnKey = 'peek-turn';

/** The address of the next or previous page of the list. */
export const pageBeside = (by: 1 | -1): string | undefined =>
  document.querySelector<HTMLAnchorElement>(`main a[rel="${by > 0 ? 'next' : 'prev'}"]`)?.href;

/** Goes to another page of the list, where its first or last record is shown beside it. */
export function turnPage(href: string, by: 1 | -1): void {
  storeValue(sessionStorage, turnKey, by);
  goTo(href);
}

/** The record to show on a page of a list that was turned to; null on any other. */
export function takeTurned(): HTMLAnchorElement | null {
  const by: number | null = findStored(sessionStorage, turnKey);
  sessionStorage.removeItem(turnKey);
  return (by === null ? undefined : peekLinks().at(by > 0 ? 0 : -1)) ?? null;
}
