/** Whether a key belongs to the field it was pressed in, or to a dialog over the page. */
export function isKeyTaken(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], [role="dialog"]')) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target.isContentEditable || target.matches('textarea, select, option');
}
