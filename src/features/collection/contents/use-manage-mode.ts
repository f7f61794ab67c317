import { keepingLanguage } from '#client/language.ts';
import { manageCookies } from './manage-mode.rules.ts';

// How long a cookie of the product lasts. Seconds.
const lifeSeconds = 12 * 3600;

const keep = (name: string, value: string, seconds = lifeSeconds) => {
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; samesite=lax`;
};

const goTo = (cid: string) => location.assign(keepingLanguage(`/collection/${cid}`));

/** The ways into and out of the manage mode of a collection; each leads to its page. */
export function useManageMode(cid: string) {
  return {
    turnOn: () => {
      keep(manageCookies.mode, 'true');
      keep(manageCookies.cid, cid);
      goTo(cid);
    },
    turnOff: () => {
      keep(manageCookies.mode, 'false');
      goTo(cid);
    },
    /** As turning it off, but leaves nothing of it behind. */
    close: () => {
      keep(manageCookies.mode, '', 0);
      keep(manageCookies.cid, '', 0);
      goTo(cid);
    },
  };
}
