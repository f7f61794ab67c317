import { useEffect, useMemo, useRef, useState } from 'react';
import { client } from '#client/api.ts';
import { useSubmit } from '#ui/form/use-submit.ts';
import type { RoadmapBook, roadmapApi, Waiting, WaitingOrder } from './roadmap.contract.ts';

const call = client<typeof roadmapApi>();

interface WaitingFilter {
  search: string;
  own: boolean;
  order: WaitingOrder;
}

interface WaitingOptions {
  grpIdx: number;
  initial: Waiting;
  paging: { size: number; limit: number };
  /** The list is reloaded whenever it changes. */
  version: number;
  /** Books that have been placed in a row since the list was loaded. */
  placed: ReadonlySet<string>;
  cache: (books: readonly RoadmapBook[]) => void;
}

interface List extends Pick<Waiting, 'total'> {
  missing?: Waiting['missing'];
  pages: ReadonlyMap<number, Waiting['books']>;
}

// A typing pause that ends a word. Milliseconds.
const pauseMs = 400;

/** The waiting list; its pages are loaded as they come into view. */
export function useWaiting({ grpIdx, initial, paging, version, placed, cache }: WaitingOptions) {
  const [filter, setFilter] = useState<WaitingFilter>({ search: '', own: false, order: 'title' });
  const [list, setList] = useState<List>({ total: initial.total, pages: new Map([[1, initial.books]]) });
  const wanted = useRef({ filter, first: 1, last: 1 });
  const turn = useRef(0);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const seen = useRef(version);

  const read = async (page: number) => {
    const { search, own, order } = wanted.current.filter;
    const query = { target_group: grpIdx, search, own: own ? ('true' as const) : undefined, order, page };
    const { results } = await call('GET /api/v1/roadmap/waiting', { query });
    cache(results.books);
    return results;
  };
  const pagesInView = () => {
    const { first, last } = wanted.current;
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  };
  const reading = useSubmit(async () => {
    for (;;) {
      const mine = turn.current;
      const pages = await Promise.all(pagesInView().map(read));
      // Something else has been requested meanwhile.
      if (mine !== turn.current) continue;
      const [{ total, missing } = { total: 0 }] = pages;
      setList({ total, missing, pages: new Map(pages.map(({ page, books }) => [page, books])) });
      return;
    }
  });
  /** Reloads what is in view, even while a load is in flight. */
  const refresh = () => {
    turn.current += 1;
    reading.retry();
  };
  const known = useMemo(() => {
    const bookAt = (index: number) => list.pages.get(Math.floor(index / paging.size) + 1)?.[index % paging.size];
    return Array.from({ length: Math.min(list.total, paging.limit) }, (_, index) => bookAt(index));
  }, [list, paging]);
  const books = useMemo(() => known.filter((book) => !book || !placed.has(book.bid)), [known, placed]);
  useEffect(() => () => clearTimeout(pause.current), []);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    refresh();
  });
  const narrow = (next: WaitingFilter, delay: number) => {
    setFilter(next);
    wanted.current = { filter: next, first: 1, last: 1 };
    clearTimeout(pause.current);
    pause.current = setTimeout(refresh, delay);
  };
  return {
    filter,
    reading,
    total: list.total - (known.length - books.length),
    missing: list.missing,
    /** The books that can be reached, by position; undefined until loaded. */
    books,
    search: (search: string) => narrow({ ...filter, search }, pauseMs),
    setOwn: (own: boolean) => narrow({ ...filter, own }, 0),
    setOrder: (order: WaitingOrder) => narrow({ ...filter, order }, 0),
    show: (first: number, last: number) => {
      const page = (index: number) => Math.floor(index / paging.size) + 1;
      const { current } = wanted;
      if (current.first === page(first) && current.last === page(last)) return;
      wanted.current = { ...current, first: page(first), last: page(last) };
      if (pagesInView().some((one) => !list.pages.has(one))) refresh();
    },
  };
}
