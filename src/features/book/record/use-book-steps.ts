import { useEffect, useState } from 'react';

const key = 'book.list';

interface RememberedList {
  url: string;
  bids: string[];
}

/** Where a book stands in the list it was opened from. */
export interface BookSteps {
  listUrl: string;
  /** From 1. */
  position: number;
  count: number;
  previous: string | null;
  next: string | null;
}

/** Keeps the page of the list that is being looked at, so that its books can be stepped through as they stand there. */
export function useRememberedList(bids: readonly string[]): void {
  useEffect(() => {
    sessionStorage.setItem(key, JSON.stringify({ url: location.pathname + location.search, bids }));
  }, [bids]);
}

/** The book's neighbours in the list last looked at; null where it is not in it. */
export function useBookSteps(bid: string | undefined): BookSteps | null {
  const [steps, setSteps] = useState<BookSteps | null>(null);
  useEffect(() => setSteps(bid === undefined ? null : findSteps(bid)), [bid]);
  return steps;
}

function findSteps(bid: string): BookSteps | null {
  const stored = sessionStorage.getItem(key);
  if (stored === null) return null;
  const { url, bids }: RememberedList = JSON.parse(stored);
  const index = bids.indexOf(bid);
  if (index === -1) return null;
  return {
    listUrl: url,
    position: index + 1,
    count: bids.length,
    previous: bids[index - 1] ?? null,
    next: bids[index + 1] ?? null,
  };
}

/** Alt+Page Down and Alt+Page Up follow the links to the next and the previous book. */
export function useStepKeys(hrefs: { previous: string | undefined; next: string | undefined }): void {
  const { previous, next } = hrefs;
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      const href = event.key === 'PageDown' ? next : event.key === 'PageUp' ? previous : undefined;
      if (!event.altKey || href === undefined) return;
      event.preventDefault();
      location.assign(href);
    };
    addEventListener('keydown', step);
    return () => removeEventListener('keydown', step);
  }, [previous, next]);
}
