import { useEffect, useState } from 'react';
import { failure } from '../../client/api.ts';
import { inPageLanguage } from '../../client/language.ts';
import { inSession } from '../../client/session.ts';
import { hydrate } from '../hydrate.tsx';

type State = { status: 'loading' | 'ready' } | { status: 'failed'; message: string };

/**
 * Fetches a fragment into the element that gets `setHost` as its ref, and hydrates it like a page. `onShown` is called in
 * the task that shows it, before anything can be typed.
 */
export function useFragment(url: string, onShown?: (host: HTMLElement) => void) {
  const [host, setHost] = useState<HTMLDivElement | null>(null);
  const [state, setState] = useState<State>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!host) return;
    const abort = new AbortController();
    const tell = (next: State) => {
      if (!abort.signal.aborted) setState(next);
    };
    tell({ status: 'loading' });
    const opening = openFragmentIn(host, url, { signal: abort.signal, onShown }).then(
      (unmount) => {
        tell({ status: 'ready' });
        return unmount;
      },
      (error: Error) => {
        tell({ status: 'failed', message: error.message });
        return () => undefined;
      },
    );
    return () => {
      abort.abort();
      // React must not unmount another root while rendering this one.
      void opening.then((unmount) => setTimeout(unmount));
    };
  }, [host, url, attempt, onShown]);
  return { host, setHost, state, retry: () => setAttempt(attempt + 1) };
}

async function openFragmentIn(
  host: HTMLElement,
  url: string,
  { signal, onShown }: { signal: AbortSignal; onShown: ((host: HTMLElement) => void) | undefined },
): Promise<() => void> {
  const headers = { ...inPageLanguage(), accept: 'text/html' };
  const response = await inSession(() => fetch(url, { signal, headers })).catch(() => null);
  if (!response?.ok) throw failure(response?.status ?? 0, await response?.json().catch(() => null));
  // Hidden until it is usable: words typed into it earlier would be lost.
  host.hidden = true;
  host.innerHTML = await response.text();
  const roots = await hydrate(host);
  host.hidden = false;
  onShown?.(host);
  return () => {
    for (const root of roots) root.unmount();
  };
}
