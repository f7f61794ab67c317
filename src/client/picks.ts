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
