import { failure } from './api.ts';
import { inPageLanguage, withPageLanguage } from './language.ts';
import { goTo, inOffice } from './office-path.ts';
import { inSession } from './session.ts';
import { createSignal } from './signal.ts';

/**
 * Why a view is redrawn with new props: the user asked for it, somebody else changed something (`live`: what is on the
 * screen keeps its place), or the view is to reset its state (`anew`).
 */
export type Arrival = 'requested' | 'live' | 'anew';

type Redraw = (props: Record<string, unknown>, arrival: Arrival) => void;

const redraws = new WeakMap<Element, Redraw>();

/** Sets how to redraw a hydrated view with new props. */
export const drawAgainWith = (view: Element, redraw: Redraw): unknown => redraws.set(view, redraw);

let latest = new AbortController();
let pending = 0;
const counted = createSignal();

/** Whether the user is waiting for another URL to be shown. */
export const isBusy = (): boolean => pending > 0;

/** Calls back whenever {@link isBusy} may have changed. */
export const watchBusy = counted.listen;

function countPending(change: 1 | -1): void {
  pending += change;
  counted.notify();
}

/** Aborted as soon as the user asks for another URL. */
export const untilNavigation = (): AbortSignal => latest.signal;

/** What was asked for is no longer wanted: its answer will not be shown over what the user does now. */
export function abandonNavigation(): void {
  if (isBusy()) replaceLatest();
}

function replaceLatest(): AbortSignal {
  latest.abort();
  latest = new AbortController();
  return latest.signal;
}

/** How to redraw this page's view, if it is hydrated. */
export const redrawOf = (view: Element): Redraw | undefined => redraws.get(view);

/**
 * Shows another URL of the same screen without leaving the page: fields keep their focus and input. Of several URLs the
 * last one requested is shown, in whatever order the answers arrive.
 */
export async function navigateInPage(href: string): Promise<void> {
  const signal = replaceLatest();
  const url = withPageLanguage(href);
  countPending(1);
  const fresh = await requestView(url, signal)
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    })
    .finally(() => countPending(-1));
  if (signal.aborted || fresh === undefined) return;
  const shown = viewOf(document);
  const redraw = shown && redrawOf(shown);
  // A different screen, such as the log-in page, is opened as usual.
  if (!redraw || fresh?.dataset.view !== shown.dataset.view) return goTo(url);
  history.replaceState(history.state, '', inOffice(url));
  redraw(propsOf(fresh), 'requested');
}

let heldLists = 0;

/** Registers a list that keeps its rows in place when others change something; the returned function ends that. */
export function holdRows(): () => void {
  heldLists += 1;
  return () => {
    heldLists -= 1;
  };
}

/** Whether the page contains such a list. */
export const hasHeldRows = (): boolean => heldLists > 0;

/** The view props of another page of this site. */
export const pageProps = async (href: string): Promise<Record<string, unknown>> =>
  propsOf(await requestView(withPageLanguage(href)));

/** The props of a rendered view. */
export const propsOf = (view: Element | null) => JSON.parse(view?.nextElementSibling?.textContent ?? '{}');

async function requestView(url: string, signal: AbortSignal | null = null): Promise<HTMLElement | null> {
  const headers = { ...inPageLanguage(), accept: 'text/html' };
  const response = await inSession(() => fetch(inOffice(url), { signal, headers })).catch(() => null);
  // Invalid input is answered with the same screen, which explains the problem.
  if (!response || !(response.ok || response.status === 422)) throw failure(response?.status ?? 0, null);
  return viewIn(await response.text());
}

export const viewIn = (page: string) => viewOf(new DOMParser().parseFromString(page, 'text/html'));

/** The view of a page. */
export const viewOf = (page: Document): HTMLElement | null => page.querySelector<HTMLElement>('main [data-view]');
