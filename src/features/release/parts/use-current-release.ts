import { storeCookie } from '#client/cookie.ts';
import { notifyOtherTabs } from '#client/live/other-tabs.ts';
import { currentCookie } from '../current-release.rules.ts';

// How long the cookie lasts. Seconds.
const lifeSeconds = 12 * 3600;

/** Makes a release the one that the person works on; null ends that. */
export function useSetCurrent(): (relIdx: number | null) => void {
  return (relIdx) => {
    storeCookie(currentCookie, String(relIdx ?? ''), relIdx === null ? 0 : lifeSeconds);
    notifyOtherTabs();
  };
}
