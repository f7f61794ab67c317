import { createSignal } from './signal.ts';

// Passes records picked from a list to the panel beside the page. Neither side knows the other: the list reports what
// was picked, the panel decides what to do with it.

/** Records picked from a list: a series or level by its number, or books as a selection of their list. */
export type Picked =
  | { kind: 'series' | 'level'; id: number; title: string }
  | { kind: 'book'; selection: { ids: string[] } | { filter: object; except: string[] }; title?: string };

type Taker = (picked: Picked) => void;

let taker: Taker | null = null;
let waiting: Picked[] = [];

/** Registers the panel to receive picked records, starting with those picked before it was ready. */
export function takePicks(take: Taker): () => void {
  taker = take;
  for (const picked of waiting) take(picked);
  waiting = [];
  return () => {
    taker = null;
  };
}

/** Passes on picked records. */
export function pick(picked: Picked): void {
  if (taker) taker(picked);
  else waiting.push(picked);
}

/** The single record that a button picks, as the panel beside the page names it: `book:B1`, `series:3`. */
export function keyOfPick(picked: Picked): string | null {
  if (picked.kind !== 'book') return `${picked.kind}:${picked.id}`;
  const ids = 'ids' in picked.selection ? picked.selection.ids : [];
  return ids.length === 1 ? `book:${ids[0]}` : null;
}

/** The records on the page that can be picked, each as often as it is shown, and those of them the panel contains. */
const offered = new Map<string, number>();
let contained: ReadonlySet<string> = new Set();
const offer = createSignal();
const containment = createSignal();

/** Registers a record that can be picked, for the panel to say whether it contains it. */
export function offerPick(key: string): () => void {
  offered.set(key, (offered.get(key) ?? 0) + 1);
  offer.notify();
  return () => {
    const left = (offered.get(key) ?? 1) - 1;
    if (left > 0) offered.set(key, left);
    else offered.delete(key);
  };
}

/** For the panel: the records on the page, news of more of them, and which of them it contains. */
export const offeredPicks = (): string[] => [...offered.keys()];
export const hearOffers = offer.listen;
export function showContained(keys: readonly string[]): void {
  contained = new Set(keys);
  containment.notify();
}

/** For a button: whether the panel contains its record, and news of that. */
export const isContained = (key: string | null): boolean => key !== null && contained.has(key);
export const hearContained = containment.listen;
