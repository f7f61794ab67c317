/** What a key event tells, the browser's own or React's. */
interface PressedKey {
  key: string;
  isComposing?: boolean;
  keyCode?: number;
  /** React's events have the browser's in them. */
  nativeEvent?: { isComposing: boolean; keyCode: number };
}

/**
 * Whether a key belongs to the composition of a character, such as a Korean syllable. Safari sends the Enter that ends
 * one after its end, marked only by its code.
 */
export function isComposed(event: PressedKey): boolean {
  const { isComposing, keyCode } = event.nativeEvent ?? event;
  return isComposing === true || keyCode === 229;
}

/** Whether a key is an Enter that was meant for the page. Nothing else decides this. */
export const isEnter = (event: PressedKey): boolean => event.key === 'Enter' && !isComposed(event);

/**
 * Keeps the keys of a composition in a text field from all that listens to keys: Enter, Escape, arrows and Tab are the
 * input method's then, and Enter sends no form. The editor of rich text does this for itself; shortcuts with Ctrl or Cmd
 * are not for input methods.
 */
export function stopComposedKeys(): void {
  addEventListener(
    'keydown',
    (event) => {
      const { target } = event;
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (!isField || event.ctrlKey || event.metaKey || !isComposed(event)) return;
      event.stopImmediatePropagation();
      if (event.key === 'Enter') event.preventDefault();
    },
    true,
  );
}
