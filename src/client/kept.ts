/*
 * Values that the browser keeps as JSON: sessionStorage for one tab, localStorage for all. They are a convenience only.
 */

/** Keeps a value. A full storage keeps what it has, and the page goes on without the new value. */
export function keep(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Full.
  }
}

/** The value kept under a key; null if there is none. */
export const findKept = (storage: Storage, key: string) => JSON.parse(storage.getItem(key) ?? 'null');
