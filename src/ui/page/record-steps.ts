import { useEffect, useState } from 'react';
import { findKept, keep } from '#client/kept.ts';
import { pageProps } from '#client/live-page.ts';

/** The list a record was opened from: its known pages as one run of ids. */
interface RememberedList {
  /** The list's address without the page. */
  url: string;
  ids: string[];
  /** The first and last pages covered by `ids`. */
  from: number;
  to: number;
  /** The position of the first id, from 1. */
  first: number;
  total: number;
  /** The number of ids per page. */
  size: number;
  /** Rows are counted up to this limit. */
  limit: number;
}

/** Where a record stands in the list it was opened from. */
export interface RecordSteps {
  listUrl: string;
  /** From 1. */
  position: number;
  count: number;
  /** There are more rows than were counted. */
  isMore: boolean;
  previous: string | null;
  next: string | null;
}

/** One page of a list, for stepping through its records. */
export interface ListedPage {
  ids: readonly string[];
  page: number;
  total: number;
}

interface Paging {
  size: number;
  limit: number;
}

const keyOf = (kind: string) => `list ${kind}`;

/** Remembers the current list, so that its records can be stepped through in order. */
export function useRememberedList(kind: string, { ids, page, total }: ListedPage, paging: Paging): void {
  const { size, limit } = paging;
  useEffect(() => {
    const url = new URL(location.href);
    url.searchParams.delete('page');
    const list = { url: url.pathname + url.search, ids: [...ids], from: page, to: page, total, size, limit };
    store(kind, { ...list, first: (page - 1) * size + 1 });
  }, [kind, ids, page, total, size, limit]);
}

/**
 * The record's neighbours in the list last viewed; null if it is not in it. At either end of the known pages, the
 * adjacent page of the list is fetched: `listed` reads it from the props of the list's view.
 */
export function useRecordSteps(
  kind: string,
  id: string | undefined,
  listed: (props: Record<string, unknown>) => ListedPage | null,
): RecordSteps | null {
  const [steps, setSteps] = useState<RecordSteps | null>(null);
  useEffect(() => {
    if (id === undefined) return setSteps(null);
    const list = find(kind);
    setSteps(list && stepsIn(list, id));
    if (!list) return;
    let isGone = false;
    void widened(list, id, listed).then((wide) => {
      if (isGone || !wide) return;
      store(kind, wide);
      setSteps(stepsIn(wide, id));
    });
    return () => {
      isGone = true;
    };
  }, [kind, id, listed]);
  return steps;
}

function stepsIn({ url, ids, first, total, size, limit }: RememberedList, id: string): RecordSteps | null {
  const index = ids.indexOf(id);
  if (index === -1) return null;
  return {
    listUrl: withPage(url, Math.ceil((first + index) / size)),
    position: first + index,
    count: Math.min(total, limit),
    isMore: total > limit,
    previous: ids[index - 1] ?? null,
    next: ids[index + 1] ?? null,
  };
}

/** The list extended by one page if the record is at an end of the known pages; null if nothing is added. */
async function widened(
  list: RememberedList,
  id: string,
  listed: (props: Record<string, unknown>) => ListedPage | null,
): Promise<RememberedList | null> {
  const index = list.ids.indexOf(id);
  const atEnd = index === list.ids.length - 1 && list.first + index < list.total;
  const page = atEnd ? list.to + 1 : index === 0 && list.from > 1 ? list.from - 1 : null;
  if (page === null) return null;
  // If the request fails, stepping stays within the known pages.
  const props = await pageProps(withPage(list.url, page)).catch(() => null);
  const more = props && listed(props);
  if (!more || more.page !== page) return null;
  const fresh = more.ids.filter((one) => !list.ids.includes(one));
  if (atEnd) return { ...list, ids: [...list.ids, ...fresh], to: page, total: more.total };
  return { ...list, ids: [...fresh, ...list.ids], from: page, first: list.first - fresh.length, total: more.total };
}

function withPage(url: string, page: number): string {
  const { pathname, search } = new URL(url, location.href);
  const query = new URLSearchParams(search);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

const find = (kind: string): RememberedList | null => findKept(sessionStorage, keyOf(kind));

const store = (kind: string, list: RememberedList) => keep(sessionStorage, keyOf(kind), list);
