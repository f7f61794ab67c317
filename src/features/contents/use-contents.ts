import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '#client/api.ts';
import type { ContentType } from '#features/collection/collection.public.ts';
import type { ContentListRow } from '#features/collection/collection-reach.public.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { contentsApi } from './contents.contract.ts';
import type { ContentsWords } from './contents.messages.ts';
import type { ContentsPanelProps } from './contents-panel.service.ts';

const call = client<typeof contentsApi>();

/** As many as the call returns at once. */
const pageSize = 200;
// A typing pause that ends a word. Milliseconds.
const pauseMs = 400;

interface Loaded {
  total: number;
  missing?: string[] | undefined;
  /** By position in the list. */
  rows: ReadonlyMap<number, ContentListRow>;
}

const byIndex = (rows: readonly ContentListRow[], page = 1): [number, ContentListRow][] =>
  rows.map((row, index) => [(page - 1) * pageSize + index, row]);

/** A collection's contents: the counts, and the items of a type that match a search, loaded while scrolling. */
export function useContents({ cid, state: initial, type: firstType, rows: first }: ContentsPanelProps) {
  const t = useT<ContentsWords>();
  const act = useAct();
  const [state, setState] = useState(initial);
  const [shown, setShown] = useState({ type: firstType, search: '' });
  const [loaded, setLoaded] = useState<Loaded>({ total: initial.totals[firstType], rows: new Map(byIndex(first)) });
  // The current question and the pages requested for it; answers to earlier questions are dropped.
  const newest = useRef({ type: firstType, search: '', pages: new Set([1]) });
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const load = async (page: number, isFresh: boolean) => {
    const question = newest.current;
    const { type, search } = question;
    const { results } = await call('GET /api/v5/collection/:cid/contents/line', {
      params: { cid },
      query: { type, search, page },
    });
    if (question !== newest.current) return;
    setLoaded((before) => ({
      total: results.total,
      missing: results.missing,
      rows: new Map([...(isFresh ? [] : before.rows), ...byIndex(results.lines, page)]),
    }));
  };
  const loadOrNotify = (page: number, isFresh = false) => act(() => load(page, isFresh), t('contents.failed'));
  const request = (type: ContentType, search: string) => {
    newest.current = { type, search, pages: new Set([1]) };
    loadOrNotify(1, true);
  };
  const loadMore = useRef(loadOrNotify);
  useEffect(() => {
    loadMore.current = loadOrNotify;
  });
  const onRange = useCallback((from: number, to: number) => {
    for (let page = Math.floor(from / pageSize) + 1; page <= Math.floor(to / pageSize) + 1; page++) {
      if (newest.current.pages.has(page)) continue;
      newest.current.pages.add(page);
      loadMore.current(page);
    }
  }, []);
  return {
    state,
    shown,
    total: loaded.total,
    missing: loaded.missing,
    rowAt: (index: number) => loaded.rows.get(index),
    onRange,
    show: (type: ContentType) => {
      setShown({ ...shown, type });
      request(type, shown.search.trim());
    },
    find: (search: string) => {
      setShown({ ...shown, search });
      clearTimeout(pause.current);
      pause.current = setTimeout(() => request(shown.type, search.trim()), pauseMs);
    },
    /** Reloads the counts and the items shown; goes to the items of `type`, if given. */
    refresh: async (type = newest.current.type) => {
      setShown((before) => ({ ...before, type }));
      request(type, newest.current.search);
      setState((await call('GET /api/v5/collection/:cid/contents/state', { params: { cid } })).results);
    },
  };
}

export type Contents = ReturnType<typeof useContents>;
