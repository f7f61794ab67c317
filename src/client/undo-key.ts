/** Where the tab keeps the acts that Ctrl Z undoes on this page. */
export const actsKey = 'acts';

/** Forgets them, because the next person at this browser is somebody else. */
export const forgetActs = (): void => sessionStorage.removeItem(actsKey);

/** Ctrl+Z, also by key position so that it works on any keyboard layout. */
export const isUndoKey = ({ ctrlKey, metaKey, shiftKey, altKey, key, code }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && (key.toLowerCase() === 'z' || code === 'KeyZ');
