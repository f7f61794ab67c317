import { isKeyTaken } from '#client/taken-keys.ts';
import { useListener } from '../use-listener.ts';

/** Presses the button or link within an element that declares a key with `aria-keyshortcuts`; false if none does. */
export function pressDeclared(within: ParentNode, event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, key, code } = event;
  if (altKey) return false;
  // By key position where a layout has other letters, such as the Korean one.
  const name = key.length > 1 && !code.startsWith('Key') ? key : letterOf(key, code);
  const declared = ctrlKey || metaKey ? `Control+${name}` : name;
  const wanted = within.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(declared)}"]:not(:disabled)`);
  if (!wanted) return false;
  event.preventDefault();
  wanted.click();
  return true;
}

const letterOf = (key: string, code: string) => (/^[a-z]$/i.test(key) ? key : code.replace(/^Key/, '')).toUpperCase();

/** The keys that the buttons and links of a page declare press them, unless a field or a dialog has the key. */
export function useDeclaredKeys(isOn = true): void {
  useListener(
    'keydown',
    (event) => {
      const { ctrlKey, metaKey, defaultPrevented, target } = event;
      const main = document.querySelector('main');
      // Arrows scroll what can be focused in order to scroll it.
      const isScrolled = target instanceof Element && target.matches('[tabindex="0"]');
      if (main && !ctrlKey && !metaKey && !defaultPrevented && !isScrolled && !isKeyTaken(target))
        pressDeclared(main, event);
    },
    { isOn },
  );
}
