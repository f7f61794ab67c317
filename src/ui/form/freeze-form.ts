const stopped = ['keydown', 'beforeinput', 'pointerdown', 'mousedown', 'click', 'dragstart', 'drop'] as const;

/**
 * Freezes a form while it is being saved: what was entered meanwhile would be lost with the page or the dialog.
 * Unlike disabled fields, these keep the focus. The returned function lets it go.
 */
export function freezeForm(form: HTMLFormElement): () => void {
  const texts = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].filter(
    (field) => !field.readOnly,
  );
  // Input methods ignore the events below.
  for (const field of texts) field.readOnly = true;
  for (const name of stopped) form.addEventListener(name, stopEvent, true);
  form.ariaBusy = 'true';
  return () => {
    for (const field of texts) field.readOnly = false;
    for (const name of stopped) form.removeEventListener(name, stopEvent, true);
    form.ariaBusy = null;
  };
}

function stopEvent(event: Event): void {
  // The button that stops a long save or its upload.
  if (event.target instanceof Element && event.target.closest('[data-stops]')) return;
  if (event instanceof KeyboardEvent) {
    const isShortcut = event.ctrlKey || event.metaKey;
    if (['Tab', 'Escape'].includes(event.key) || (isShortcut && event.key.toLowerCase() === 's')) return;
    event.stopPropagation();
    // Copying and reloading go on.
    if (isShortcut) return;
  }
  event.stopPropagation();
  event.preventDefault();
}
