import { failure } from './api.ts';
import { inPageLanguage, keepingLanguage } from './language.ts';

type Redraw = (props: Record<string, unknown>) => void;

const redraws = new WeakMap<Element, Redraw>();

/** Sets how to draw a hydrated view anew with other props. */
export const drawAgainWith = (view: Element, redraw: Redraw): unknown => redraws.set(view, redraw);

let latest = new AbortController();

/**
 * Shows another address of the same screen without leaving the page: its fields keep the focus and what is typed. Of
 * several addresses the one asked for last is shown, in whatever order the answers come.
 */
export async function showInPlace(href: string): Promise<void> {
  latest.abort();
  latest = new AbortController();
  const { signal } = latest;
  const url = keepingLanguage(href);
  const answer = await request(url, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  if (signal.aborted || answer === undefined) return;
  const fresh = viewOf(new DOMParser().parseFromString(answer, 'text/html'));
  const shown = viewOf(document);
  const redraw = shown && redraws.get(shown);
  // Another screen, such as that to sign in, is opened as usual.
  if (!redraw || fresh?.dataset.view !== shown.dataset.view) return location.assign(url);
  history.replaceState(null, '', url);
  redraw(JSON.parse(fresh?.nextElementSibling?.textContent ?? '{}'));
}

async function request(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, headers: { ...inPageLanguage(), accept: 'text/html' } }).catch(
    () => null,
  );
  if (!response?.ok) throw failure(response?.status ?? 0, null);
  return response.text();
}

const viewOf = (page: Document) => page.querySelector<HTMLElement>('main [data-view]');
