import { inOffice } from '#client/office-path.ts';
import { unsavedIn } from '#ui/form/use-unsaved.ts';
import { inPageLanguage } from '../../client/language.ts';
import { propsOf, redrawOf } from '../../client/live-page.ts';

/**
 * Redraws the view of a page that is shown in an element, unless the person is typing in it. Answers whether the page
 * still exists.
 */
export async function refreshPart(host: HTMLElement, url: string): Promise<boolean> {
  const headers = { ...inPageLanguage(), accept: 'text/html', 'x-part': 'view', 'x-unattended': '1' };
  const response = await fetch(inOffice(url), { headers });
  if (!response.ok) return response.status !== 404;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  const view = host.querySelector<HTMLElement>('[data-view]');
  const next = fresh.querySelector<HTMLElement>('[data-view]');
  const isInHand = unsavedIn(host) !== null || host.querySelector(':is(input, textarea, select):focus') !== null;
  if (!view || isInHand || next?.dataset.view !== view.dataset.view) return true;
  redrawOf(view)?.(propsOf(next), 'live');
  return true;
}
