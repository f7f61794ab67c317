import { failure } from './api.ts';
import { inPageLanguage, keepingLanguage } from './language.ts';
import { inSession } from './session.ts';

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
  const fresh = await requestView(url, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  if (signal.aborted || fresh === undefined) return;
  const shown = viewOf(document);
  const redraw = shown && redraws.get(shown);
  // Another screen, such as that to sign in, is opened as usual.
  if (!redraw || fresh?.dataset.view !== shown.dataset.view) return location.assign(url);
  history.replaceState(null, '', url);
  redraw(propsOf(fresh));
}

/** What another page of this site draws its view from. */
export const pageProps = async (href: string): Promise<Record<string, unknown>> =>
  propsOf(await requestView(keepingLanguage(href)));

const propsOf = (view: Element | null) => JSON.parse(view?.nextElementSibling?.textContent ?? '{}');

async function requestView(url: string, signal: AbortSignal | null = null): Promise<HTMLElement | null> {
  const headers = { ...inPageLanguage(), accept: 'text/html' };
  const response = await inSession(() => fetch(url, { signal, headers })).catch(() => null);
  if (!response?.ok) throw failure(response?.status ?? 0, null);
  return viewOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
}

const viewOf = (page: Document) => page.querySelector<HTMLElement>('main [data-view]');
