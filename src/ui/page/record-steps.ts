import { useEffect, useState } from 'react';
import { pageProps } from '#client/live-page.ts';
import { pathInOffice } from '#client/office-path.ts';
import { findStored, storeValue } from '#client/stored.ts';
import type { Page } from '#kernel/db/paging.ts';

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

/** A kind of records with lists to step through, and the field of their rows that is their id. */
interface SteppedList {
  kind: string;
  id: string;
}

interface ListedPage {
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
export function useRememberedList({ kind, id }: SteppedList, found: Page<object>, { size, limit }: Paging): void {
  useEffect(() => {
    const url = new URL(location.href);
    url.searchParams.delete('page');
    const { ids, page, total } = listed(id, found);
    const list = {
      url: pathInOffice(url.pathname) + url.search,
      ids: [...ids],
      from: page,
      to: page,
      total,
      size,
      limit,
    };
    store(kind, { ...list, first: (page - 1) * size + 1 });
  }, [kind, id, found, size, limit]);
}

const listed = (id: string, { rows, page, total }: Page<object>): ListedPage => ({
  ids: rows.map((row) => String(row[id as keyof typeof row])),
  page,
  total,
});

/**
 * The record's neighbours in the list last viewed; null if it is not in it. At either end of the known pages, the
 * adjacent page of the list is fetched, as `found` in the props of its view.
 */
export function useRecordSteps({ kind, id: field }: SteppedList, id: string | undefined): RecordSteps | null {
  const [steps, setSteps] = useState<RecordSteps | null>(null);
  useEffect(() => {
    if (id === undefined) return setSteps(null);
    const list = find(kind);
    setSteps(list && stepsIn(list, id));
    if (!list) return;
    let isGone = false;
    void widened(list, id, field).then((wide) => {
      if (isGone || !wide) return;
      store(kind, wide);
      setSteps(stepsIn(wide, id));
    });
    return () => {
      isGone = true;
    };
  }, [kind, id, field]);
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
async function widened(list: RememberedList, id: string, field: string): Promise<RememberedList | null> {
  const index = list.ids.indexOf(id);
  const atEnd = index === list.ids.length - 1 && list.first + index < list.total;
  const page = atEnd ? list.to + 1 : index === 0 && list.from > 1 ? list.from - 1 : null;
  if (page === null) return null;
  // If the request fails, stepping stays within the known pages.
  const props = await pageProps(withPage(list.url, page)).catch(() => null);
  const more = isPage(props?.['found']) ? listed(field, props['found']) : null;
  if (!more || more.page !== page) return null;
  const fresh = more.ids.filter((one) => !list.ids.includes(one));
  if (atEnd) return { ...list, ids: [...list.ids, ...fresh], to: page, total: more.total };
  return { ...list, ids: [...fresh, ...list.ids], from: page, first: list.first - fresh.length, total: more.total };
}

const isPage = (value: unknown): value is Page<object> =>
  typeof value === 'object' && value !== null && 'rows' in value;

function withPage(url: string, page: number): string {
  const { pathname, search } = new URL(url, location.href);
  const query = new URLSearchParams(search);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

const find = (kind: string): RememberedList | null => findStored(sessionStorage, keyOf(kind));

const store = (kind: string, list: RememberedList) => storeValue(sessionStorage, keyOf(kind), list);
