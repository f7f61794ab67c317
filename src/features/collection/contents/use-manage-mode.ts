import { storeCookie } from '#client/cookie.ts';
import { withPageLanguage } from '#client/language.ts';
import { goTo } from '#client/office-path.ts';
import { manageCookies } from './manage-mode.rules.ts';

// How long the cookies last. Seconds.
const lifeSeconds = 12 * 3600;

const setCookie = (name: string, value: string, seconds = lifeSeconds) => {
  storeCookie(name, encodeURIComponent(value), seconds);
};

const showCollection = (cid: string) => goTo(withPageLanguage(`/collection/${cid}`));

/** Turns the manage mode of a collection on and off; each way leads to the collection's page. */
export function useManageMode(cid: string) {
  return {
    turnOn: () => {
      setCookie(manageCookies.mode, 'true');
      setCookie(manageCookies.cid, cid);
      showCollection(cid);
    },
    turnOff: () => {
      setCookie(manageCookies.mode, 'false');
      showCollection(cid);
    },
    /** Turns it off and deletes its cookies. */
    close: () => {
      setCookie(manageCookies.mode, '', 0);
      setCookie(manageCookies.cid, '', 0);
      showCollection(cid);
    },
  };
}
