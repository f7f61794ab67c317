import { inPageLanguage } from '../language.ts';
import { type Arrival, isBusy, propsOf, redrawOf, untilAsked, viewIn, viewOf } from '../live-page.ts';

/**
 * Fetches the page anew without anybody asking for it, and draws it if `isFree` says then that it may: somebody may have begun
 * to write meanwhile. Answers what became of it; `gone` is a page that is no longer there.
 */
export async function refreshView(arrival: Arrival, isFree = () => true): Promise<'drawn' | 'kept' | 'gone'> {
  const url = location.href;
  const signal = untilAsked();
  const headers = { ...inPageLanguage(), accept: 'text/html', 'x-unattended': '1' };
  const response = await fetch(url, { signal, headers });
  if (!response.ok) return response.status === 404 ? 'gone' : 'kept';
  const fresh = viewIn(await response.text());
  const shown = viewOf(document);
  const redraw = shown && redrawOf(shown);
  // What somebody asked for meanwhile comes first.
  const isOvertaken = signal.aborted || isBusy() || url !== location.href;
  if (!redraw || isOvertaken || fresh?.dataset.view !== shown.dataset.view || !isFree()) return 'kept';
  redraw(propsOf(fresh), arrival);
  return 'drawn';
}
