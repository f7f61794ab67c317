import { forgetDrafts } from '#ui/form/drafts.ts';
import { openPalette, showKeys } from '../client/dialogs.ts';
import { isKeyTaken } from '../client/taken-keys.ts';

/** The shell's few interactions. The shell is plain HTML that works before this runs. */
export function startShell(shell: ParentNode): void {
  for (const form of shell.querySelectorAll<HTMLElement>('[data-choose]')) {
    form.addEventListener('click', (event) => {
      const button =
        event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[data-value]') : null;
      if (!button) return;
      event.preventDefault();
      choose(form.dataset.choose ?? '', button.dataset.value ?? '');
    });
  }
  shell.querySelector('form[action="/logout"]')?.addEventListener('submit', forgetDrafts);
  const find = shell.querySelector('[data-palette]');
  if (!find) return;
  find.addEventListener('click', () => void openPalette());
  document.addEventListener('keydown', (event) => {
    // By key position: with a Korean layout active, the key value differs.
    if ((event.ctrlKey || event.metaKey) && (event.key.toLowerCase() === 'k' || event.code === 'KeyK')) {
      event.preventDefault();
      void openPalette();
    } else if (event.key === '?' && !isKeyTaken(event.target)) {
      event.preventDefault();
      void showKeys();
    }
  });
}

// Choices are stored in cookies so that the server renders with them. The language lasts twelve hours, as specified.
function choose(what: string, value: string): void {
  const cookie = (name: string, seconds: number) => {
    document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax`;
  };
  if (what === 'language') {
    cookie('lang', 12 * 3600);
    cookie('language', 12 * 3600);
  } else {
    cookie(what, 365 * 86_400);
  }
  const url = new URL(location.href);
  url.searchParams.delete('lang');
  if (url.href === location.href) location.reload();
  else location.replace(url);
}
