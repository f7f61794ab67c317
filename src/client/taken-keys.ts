/** Whether a key belongs to the field it was pressed in, or to a dialog over the page. */
export function isKeyTaken(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], [role="dialog"]')) return true;
  if (!(target instanceof HTMLElement)) return false;
  // Nothing is typed into these.
  if (target instanceof HTMLInputElement) return !['checkbox', 'file'].includes(target.type);
  return target.isContentEditable || target.matches('textarea, select, option');
}

/** The key pressed; the letter by its position if the layout is not Latin, such as Korean. */
export function keyOf({ key, code }: KeyboardEvent): string {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}
