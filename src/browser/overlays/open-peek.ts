import { unsavedIn } from '#ui/form/use-unsaved.ts';
import { type Peeked, pageBeside, peeked, peekLinks, peekOf, setPeeked, turnPage } from '../../client/peek.ts';
import { askToLose } from './ask-to-lose.ts';
import { fetchFragment } from './use-fragment.ts';

/** What the panel shows. */
export const peekBody = (): Element | null => document.querySelector('[data-peek-body]');

const peekIn = (state: unknown): Peeked | null => Object(state).peek ?? null;

/**
 * Shows another record, or none. The record is in the state of the history, in an entry of its own: Back closes the
 * panel, and a page that reloads, as after an act, opens it again.
 */
export async function peek(next: Peeked | null): Promise<void> {
  if (next?.href === peeked()?.href || !(await askToLose(peekBody()))) return;
  if (!next) return history.back();
  const state = { ...history.state, peek: next };
  if (peeked()) history.replaceState(state, '');
  else history.pushState(state, '');
  setPeeked(next);
}

/** Shows the record that was beside the list before the page was reloaded, or before the list was turned. */
export function resumePeek(turned: HTMLAnchorElement | null): void {
  if (!turned) return setPeeked(peekIn(history.state));
  turned.focus();
  void peek(peekOf(turned));
}

/** Shows the record after or before one, on the next page of the list too. */
export async function stepPeek({ row }: Peeked, by: 1 | -1): Promise<void> {
  const links = peekLinks();
  const index = links.findIndex((link) => link.getAttribute('href') === row);
  const next = index < 0 ? undefined : links[index + by];
  const page = pageBeside(by);
  if (next) await peek(peekOf(next));
  else if (page && (await askToLose(peekBody()))) turnPage(page, by);
}

addEventListener('popstate', ({ state }) => {
  const to = peekIn(state);
  const from = peeked();
  if (to?.href === from?.href) return;
  const body = peekBody();
  if (!to && from && body && unsavedIn(body)) {
    history.pushState({ ...state, peek: from }, '');
    void peek(null);
  } else {
    setPeeked(to);
  }
});

/** The records above and below the one shown, fetched before they are asked for. */
let ahead = new Map<string, Promise<string | null>>();

/** The HTML of a record's page for the panel. */
export async function loadPeek(href: string, signal: AbortSignal): Promise<string> {
  const fetched = await ahead.get(href);
  return fetched ?? fetchFragment(href, signal, 'view');
}

/** Fetches what j and k would show next. */
export function fetchAhead({ row }: Peeked): void {
  const links = peekLinks();
  const at = links.findIndex((link) => link.getAttribute('href') === row);
  const known = ahead;
  ahead = new Map();
  for (const link of [links[at + 1], links[at - 1]]) {
    const href = link?.getAttribute('href');
    if (at >= 0 && href) ahead.set(href, known.get(href) ?? fetchQuietly(href));
  }
}

/** What was fetched earlier may have changed since. */
export const forgetAhead = (): void => ahead.clear();

const fetchQuietly = (href: string) => fetchFragment(href, null, 'view').catch(() => null);
