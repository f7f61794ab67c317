import type { KeyboardEvent } from 'react';
import { isEnter } from '#client/composition.ts';

type Key = KeyboardEvent<HTMLInputElement>;

/** Whether a key is Enter alone: with Ctrl or Cmd it is a shortcut. */
export const isEnterAlone = (event: KeyboardEvent): boolean => isEnter(event) && !event.ctrlKey && !event.metaKey;

/** Enter in one of the library's selectors: picks the only option its list shows, and never submits the form. */
export function pickOnEnter(event: Key): void {
  if (!isEnterAlone(event)) return;
  event.preventDefault();
  const options = optionsOf(event);
  if (options.length === 1 && !hasSelected(event)) options[0]?.click();
}

/** Whether an option is selected with the arrow keys: the library picks that one itself. */
export const hasSelected = (event: Key): boolean =>
  optionsOf(event).some((option) => option.hasAttribute('data-combobox-selected'));

function optionsOf({ currentTarget }: Key): HTMLElement[] {
  const list = document.getElementById(currentTarget.getAttribute('aria-controls') ?? '');
  return [...(list?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
}
