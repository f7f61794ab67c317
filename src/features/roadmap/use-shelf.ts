import { useCallback, useRef, useState } from 'react';
import { client } from '#client/api.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { RoadmapBook, roadmapApi } from './roadmap.contract.ts';
import type { RoadmapWords } from './roadmap.messages.ts';

const call = client<typeof roadmapApi>();

/** The books of a screen by bid; more are loaded as they come into view. */
export interface Shelf {
  find: (bid: string) => RoadmapBook | undefined;
  /** Adds books that were loaded elsewhere. */
  cache: (books: readonly RoadmapBook[]) => void;
  /** Loads those that are missing. */
  need: (bids: readonly string[]) => void;
}

export function useShelf(initial: readonly RoadmapBook[]): Shelf {
  const t = useT<RoadmapWords>();
  const act = useAct();
  const [books, setBooks] = useState<ReadonlyMap<string, RoadmapBook>>(() => byBid(initial));
  const requested = useRef<Set<string> | null>(null);
  const cache = useCallback((more: readonly RoadmapBook[]) => {
    if (more.length > 0) setBooks((had) => new Map([...had, ...byBid(more)]));
  }, []);
  const need = (bids: readonly string[]) => {
    const known = (requested.current ??= new Set());
    const missing = bids.filter((bid) => !books.has(bid) && !known.has(bid));
    if (missing.length === 0) return;
    for (const bid of missing) known.add(bid);
    act(async () => {
      try {
        cache((await call('GET /api/v1/roadmap/book', { query: { bids: missing.join(',') } })).results);
      } catch (error) {
        for (const bid of missing) known.delete(bid);
        throw error;
      }
    }, t('roadmap.books_failed'));
  };
  return { find: (bid) => books.get(bid), cache: cache, need };
}

const byBid = (books: readonly RoadmapBook[]) => new Map(books.map((book) => [book.bid, book]));
