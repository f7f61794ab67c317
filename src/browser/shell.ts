import { storeCookie } from '#client/cookie.ts';
import { forgetDrafts } from '#ui/form/drafts.ts';
import { openPalette, showKeys, undoLast } from '../client/dialogs.ts';
import { notifyOtherTabs } from '../client/live/other-tabs.ts';
import { isKeyTaken } from '../client/taken-keys.ts';
import { forgetActs, isUndoKey } from '../client/undo-key.ts';
import { goByMark } from './mark-keys.ts';
import { openByLetter, showMenuTips } from './menu-keys.ts';

/** The shell's few interactions. The shell is plain HTML that works before this runs. */
export function startShell(shell: ParentNode): void {
  // The bar of what the person works on comes and goes while the page stays.
  shell.addEventListener('click', (event) => {
    const button =
      event.target instanceof Element
        ? event.target.closest<HTMLButtonElement>('[data-choose] button[data-value]')
        : null;
    if (!button) return;
    event.preventDefault();
    choose(button.closest<HTMLElement>('[data-choose]')?.dataset.choose ?? '', button.dataset.value ?? '');
  });
  shell.querySelector('[data-screens]')?.addEventListener('click', fold);
  shell.querySelector('[data-keys]')?.addEventListener('click', () => void showKeys());
  shell.querySelector('form[action="/logout"]')?.addEventListener('submit', () => {
    forgetDrafts();
    forgetActs();
  });
  const find = shell.querySelector('[data-palette]');
  if (!find) return;
  find.addEventListener('click', () => void openPalette());
  const menu = document.getElementById('side-menu');
  if (menu) {
    openByLetter();
    goByMark();
    showMenuTips(menu);
  }
  document.addEventListener('keydown', (event) => {
    // By key position: with a Korean layout active, the key value differs.
    if ((event.ctrlKey || event.metaKey) && (event.key.toLowerCase() === 'k' || event.code === 'KeyK')) {
      event.preventDefault();
      void openPalette();
    } else if (isUndoKey(event) && !event.defaultPrevented && !isKeyTaken(event.target)) {
      event.preventDefault();
      void undoLast();
    } else if (event.key === '?' && !isKeyTaken(event.target)) {
      event.preventDefault();
      void showKeys();
    }
  });
}

/** Folds a group of the side menu, or unfolds it. */
function fold({ target }: Event): void {
  const button = target instanceof Element ? target.closest('h2 button') : null;
  if (!button) return;
  const isFolded = button.closest('[data-fold]')?.toggleAttribute('data-folded') ?? false;
  button.setAttribute('aria-expanded', String(!isFolded));
  const folded = document.querySelectorAll<HTMLElement>('#side-menu [data-folded]');
  remember('folded', [...folded].map((section) => section.dataset.fold).join('.'));
}

const year = 365 * 86_400;

// Choices are stored in cookies so that the server renders with them.
function remember(name: string, value: string, seconds = year): void {
  storeCookie(name, value, seconds);
}

// The language lasts twelve hours, as specified.
function choose(what: string, value: string): void {
  if (what === 'language') {
    remember('lang', value, 12 * 3600);
    remember('language', value, 12 * 3600);
  } else {
    remember(what, value);
    notifyOtherTabs();
  }
  const url = new URL(location.href);
  url.searchParams.delete('lang');
  if (url.href === location.href) location.reload();
  else location.replace(url);
}
