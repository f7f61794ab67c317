import { randomId } from '#kernel/text/random-id.rules.ts';
import { findStored, storeValue } from './stored.ts';

const key = 'tab';
let own: string | undefined;

/**
 * The id of this tab, by which the changes made in it are recognized. It is stored only between two pages: a duplicate of
 * the tab gets another.
 */
export function tabId(): string {
  if (own !== undefined) return own;
  const id: string = findStored(sessionStorage, key) ?? randomId();
  own = id;
  sessionStorage.removeItem(key);
  addEventListener('pagehide', () => storeValue(sessionStorage, key, id));
  return id;
}
