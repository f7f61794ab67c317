import { failure } from './api.ts';
import { inPageLanguage, keepingLanguage } from './language.ts';
import { inSession } from './session.ts';

/**
 * Why a view is drawn with other props: somebody asked for them, somebody else changed something (`live`: what is on the
 * screen stays in its place), or it is to forget what it remembers (`anew`).
 */
export type Arrival = 'asked' | 'live' | 'anew';

type Redraw = (props: Record<string, unknown>, arrival: Arrival) => void;

const redraws = new WeakMap<Element, Redraw>();

/** Sets how to draw a hydrated view anew with other props. */
export const drawAgainWith = (view: Element, redraw: Redraw): unknown => redraws.set(view, redraw);

let latest = new AbortController();
let asked = 0;

/** Somebody is waiting for another address to be shown. */
export const isBusy = (): boolean => asked > 0;

/** Aborted as soon as somebody asks for another address. */
export const untilAsked = (): AbortSignal => latest.signal;

/** How to draw the view of this page anew, if it is alive. */
export const redrawOf = (view: Element): Redraw | undefined => redraws.get(view);

/**
 * Shows another address of the same screen without leaving the page: its fields keep the focus and what is typed. Of
 * several addresses the one asked for last is shown, in whatever order the answers come.
 */
export async function showInPlace(href: string): Promise<void> {
  latest.abort();
  latest = new AbortController();
  const { signal } = latest;
  const url = keepingLanguage(href);
  asked += 1;
  const fresh = await requestView(url, signal)
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    })
    .finally(() => {
      asked -= 1;
    });
  if (signal.aborted || fresh === undefined) return;
  const shown = viewOf(document);
  const redraw = shown && redrawOf(shown);
  // Another screen, such as that to sign in, is opened as usual.
  if (!redraw || fresh?.dataset.view !== shown.dataset.view) return location.assign(url);
  history.replaceState(null, '', url);
  redraw(propsOf(fresh), 'asked');
}

let keepers = 0;

/** Of a list that keeps its rows in their places when others change something; returns what ends that. */
export function keepRows(): () => void {
  keepers += 1;
  return () => {
    keepers -= 1;
  };
}

/** Whether the page has such a list. */
export const keepsRows = (): boolean => keepers > 0;

/** What another page of this site draws its view from. */
export const pageProps = async (href: string): Promise<Record<string, unknown>> =>
  propsOf(await requestView(keepingLanguage(href)));

/** What a page draws its view from. */
export const propsOf = (view: Element | null) => JSON.parse(view?.nextElementSibling?.textContent ?? '{}');

async function requestView(url: string, signal: AbortSignal | null = null): Promise<HTMLElement | null> {
  const headers = { ...inPageLanguage(), accept: 'text/html' };
  const response = await inSession(() => fetch(url, { signal, headers })).catch(() => null);
  // What breaks a rule is answered by the same screen, which says so.
  if (!response || !(response.ok || response.status === 422)) throw failure(response?.status ?? 0, null);
  return viewIn(await response.text());
}

export const viewIn = (page: string) => viewOf(new DOMParser().parseFromString(page, 'text/html'));

/** The view of a page. */
export const viewOf = (page: Document): HTMLElement | null => page.querySelector<HTMLElement>('main [data-view]');
