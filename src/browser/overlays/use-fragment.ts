import { useEffect, useState } from 'react';
import { inOffice } from '#client/office-path.ts';
import { ApiError, failure } from '../../client/api.ts';
import { inPageLanguage } from '../../client/language.ts';
import { inSession } from '../../client/session.ts';
import { hydrate } from '../hydrate.tsx';

type State = { status: 'loading' | 'ready' } | { status: 'failed'; message: string; isGone: boolean };

/** How a fragment is shown. Its functions must stay the same while it is. */
interface FragmentOptions {
  /** Called in the task that shows it, before anything can be typed. */
  onShown?: (host: HTMLElement) => void;
  /** Fetches its HTML. */
  load?: (url: string, signal: AbortSignal) => Promise<string>;
}

/** Fetches a fragment into the element that gets `setHost` as its ref, and hydrates it like a page. */
export function useFragment(url: string, { onShown, load = fetchFragment }: FragmentOptions = {}) {
  const [host, setHost] = useState<HTMLDivElement | null>(null);
  const [state, setState] = useState<State>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!host) return;
    const abort = new AbortController();
    const show = (next: State) => {
      if (!abort.signal.aborted) setState(next);
    };
    show({ status: 'loading' });
    const opening = openFragmentIn(host, load(url, abort.signal), onShown).then(
      (unmount) => {
        show({ status: 'ready' });
        return unmount;
      },
      (error: Error) => {
        const isGone = error instanceof ApiError && error.status === 404;
        show({ status: 'failed', message: error.message, isGone });
        return () => undefined;
      },
    );
    return () => {
      abort.abort();
      // React must not unmount another root while rendering this one.
      void opening.then((unmount) => setTimeout(unmount));
    };
  }, [host, url, attempt, onShown, load]);
  return { host, setHost, state, retry: () => setAttempt(attempt + 1) };
}

/** The HTML of a fragment or, if `part` is 'view', of the view of a page. */
export async function fetchFragment(url: string, signal: AbortSignal | null, part?: 'view'): Promise<string> {
  const headers = { ...inPageLanguage(), accept: 'text/html', ...(part && { 'x-part': part }) };
  const response = await inSession(() => fetch(inOffice(url), { signal, headers })).catch(() => null);
  if (!response?.ok) throw failure(response?.status ?? 0, await response?.json().catch(() => null));
  return response.text();
}

async function openFragmentIn(
  host: HTMLElement,
  markup: Promise<string>,
  onShown: ((host: HTMLElement) => void) | undefined,
): Promise<() => void> {
  const html = await markup;
  // Hidden until it is usable: words typed into it earlier would be lost.
  host.hidden = true;
  host.innerHTML = html;
  const roots = await hydrate(host);
  host.hidden = false;
  onShown?.(host);
  return () => {
    for (const root of roots) root.unmount();
  };
}
