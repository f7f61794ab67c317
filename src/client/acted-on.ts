let pressed: Element | null = null;

/** Remembers what is pressed. */
export function rememberPresses(): void {
  const remember = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest('button, summary, a[href], [tabindex]') : null;
  };
  for (const name of ['click', 'contextmenu']) addEventListener(name, remember, true);
}

/**
 * What the person acted on: what has the focus or, if nothing has it, what was pressed last. Safari on a Mac gives no
 * focus to a button that is pressed.
 */
export function actedOn(): Element | null {
  const { activeElement, body } = document;
  return activeElement === body && pressed?.isConnected ? pressed : activeElement;
}
