import type { KeyboardEvent } from 'react';

type Key = KeyboardEvent<HTMLInputElement>;

/** Whether a key is Enter alone, and not the one that ends the composition of a Korean or Japanese character. */
export const isEnter = ({ key, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !ctrlKey && !metaKey && !nativeEvent.isComposing;

/** Enter in one of the library's selectors: picks the only option its list shows, and never submits the form. */
export function pickOnEnter(event: Key): void {
  if (!isEnter(event)) return;
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
