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
  const redraw = shown && redraws.get(shown);
  // Another screen, such as that to sign in, is opened as usual.
  if (!redraw || fresh?.dataset.view !== shown.dataset.view) return location.assign(url);
  history.replaceState(null, '', url);
  redraw(propsOf(fresh), 'asked');
}

/**
 * Fetches the page anew without anybody asking for it, and draws it if `isFree` says then that it may: somebody may have begun
 * to write meanwhile. Answers what became of it; `gone` is a page that is no longer there.
 */
export async function refreshView(arrival: Arrival, isFree = () => true): Promise<'drawn' | 'kept' | 'gone'> {
  const url = location.href;
  const { signal } = latest;
  const headers = { ...inPageLanguage(), accept: 'text/html', 'x-unattended': '1' };
  const response = await fetch(url, { signal, headers });
  if (!response.ok) return response.status === 404 ? 'gone' : 'kept';
  const fresh = viewIn(await response.text());
  const shown = viewOf(document);
  const redraw = shown && redraws.get(shown);
  // What somebody asked for meanwhile comes first.
  const isOvertaken = signal.aborted || isBusy() || url !== location.href;
  if (!redraw || isOvertaken || fresh?.dataset.view !== shown.dataset.view || !isFree()) return 'kept';
  redraw(propsOf(fresh), arrival);
  return 'drawn';
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

const propsOf = (view: Element | null) => JSON.parse(view?.nextElementSibling?.textContent ?? '{}');

async function requestView(url: string, signal: AbortSignal | null = null): Promise<HTMLElement | null> {
  const headers = { ...inPageLanguage(), accept: 'text/html' };
  const response = await inSession(() => fetch(url, { signal, headers })).catch(() => null);
  if (!response?.ok) throw failure(response?.status ?? 0, null);
  return viewIn(await response.text());
}

const viewIn = (page: string) => viewOf(new DOMParser().parseFromString(page, 'text/html'));

/** The view of a page. */
export const viewOf = (page: Document): HTMLElement | null => page.querySelector<HTMLElement>('main [data-view]');
