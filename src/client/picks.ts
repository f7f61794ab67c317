// What is picked from a list for the panel beside the page. Neither side knows the other: the list says what was picked,
// the panel says what becomes of it.

/** Records of a list that somebody picked: a series or level by its number, or books as a selection of their list. */
export type Picked =
  | { kind: 'series' | 'level'; id: number; title: string }
  | { kind: 'book'; selection: { ids: string[] } | { filter: object; except: string[] }; title?: string };

type Taker = (picked: Picked) => void;

let taker: Taker | null = null;
let waiting: Picked[] = [];

/** Gives the panel beside the page what somebody picks; what was picked before it was ready comes first. */
export function takePicks(take: Taker): () => void {
  taker = take;
  for (const picked of waiting) take(picked);
  waiting = [];
  return () => {
    taker = null;
  };
}

/** Passes on what somebody picked. */
export function pick(picked: Picked): void {
  if (taker) taker(picked);
  else waiting.push(picked);
}
