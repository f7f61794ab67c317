import { inPageLanguage } from '../language.ts';
import { type Arrival, isBusy, propsOf, redrawOf, untilNavigation, viewIn, viewOf } from '../live-page.ts';
import { inOffice } from '../office-path.ts';

/**
 * Refetches the page without user action, and redraws it if `isFree` then allows it: the user may have begun to type in
 * the meantime. Returns the result; `gone` means that the page no longer exists.
 */
export async function refreshView(arrival: Arrival, isFree = () => true): Promise<'drawn' | 'kept' | 'gone'> {
  const url = location.href;
  const signal = untilNavigation();
  const headers = { ...inPageLanguage(), accept: 'text/html', 'x-unattended': '1' };
  const response = await fetch(inOffice(url), { signal, headers });
  if (!response.ok) return response.status === 404 ? 'gone' : 'kept';
  const fresh = viewIn(await response.text());
  const shown = viewOf(document);
  const redraw = shown && redrawOf(shown);
  // Anything the user has requested meanwhile takes precedence.
  const isOvertaken = signal.aborted || isBusy() || url !== location.href;
  if (!redraw || isOvertaken || fresh?.dataset.view !== shown.dataset.view || !isFree()) return 'kept';
  redraw(propsOf(fresh), arrival);
  return 'drawn';
}

/**
 * Shows the user's own act on a record everywhere on the record's page, such as in counts, except in a form; one with
 * `data-inline` keeps what is typed when the page is redrawn. Also on a page that follows changes of the kind `marks`.
 */
export async function showOwnAct(on: { kind: string; id: string; marks?: string }): Promise<void> {
  const { kind, record, follows = '' } = document.documentElement.dataset;
  const isMarked = on.marks !== undefined && follows.split(',').includes(on.marks);
  if (!isMarked && (kind !== on.kind || record !== on.id)) return;
  const form = () => viewOf(document)?.querySelector('form:not([method="get"], [data-inline])') ?? null;
  await refreshView('live', () => form() === null).catch(() => undefined);
}
