/*
 * Values that the browser stores as JSON: sessionStorage for one tab, localStorage for all. They are a convenience only.
 */

/** Stores a value. A full storage keeps what it has, and the page goes on without the new value. */
export function storeValue(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Full.
  }
}

/** The value stored under a key; null if there is none. */
export const findStored = (storage: Storage, key: string) => JSON.parse(storage.getItem(key) ?? 'null');
