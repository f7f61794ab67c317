/*
 * Values that the browser keeps as JSON: sessionStorage for one tab, localStorage for all. They are a convenience only.
 */

/** Keeps a value. A storage that is full keeps nothing new, and the page goes on without it. */
export function keep(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Of the old value and none, none is the one that cannot be wrong.
    storage.removeItem(key);
  }
}

/** The value kept under a key; null if there is none. */
export const findKept = (storage: Storage, key: string) => JSON.parse(storage.getItem(key) ?? 'null');
