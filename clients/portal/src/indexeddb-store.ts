import type { MirrorStore } from './store.ts';

const table = 'portal';

// How many values are held at a time.
const chunk = 200;

/** A mirror in a browser's own database. Tabs of one website may share it; one of them should follow. */
export class IndexedDbStore implements MirrorStore {
  private readonly opened: Promise<IDBDatabase>;

  constructor(name = 'library-portal') {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(table);
    this.opened = resultOf(request);
    // Whoever uses it first is told.
    this.opened.catch(() => undefined);
  }

  async get(key: string): Promise<unknown> {
    return resultOf((await this.reading()).get(key));
  }

  async *list(prefix: string): AsyncGenerator<readonly [string, unknown]> {
    for (let last = prefix; ; ) {
      const range = IDBKeyRange.bound(last, `${prefix}\uffff`, true);
      const objects = await this.reading();
      // Asked for in one transaction, so that they belong together.
      const [keys, values] = await Promise.all([
        resultOf(objects.getAllKeys(range, chunk) as IDBRequest<string[]>),
        resultOf(objects.getAll(range, chunk)),
      ]);
      for (const [nth, key] of keys.entries()) yield [key, values[nth]];
      const end = keys.at(-1);
      if (end === undefined || keys.length < chunk) return;
      last = end;
    }
  }

  async write(put: ReadonlyMap<string, unknown>, remove: Iterable<string>): Promise<void> {
    const transaction = (await this.opened).transaction(table, 'readwrite');
    const objects = transaction.objectStore(table);
    for (const key of remove) objects.delete(key);
    for (const [key, value] of put) objects.put(value, key);
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  }

  private async reading(): Promise<IDBObjectStore> {
    return (await this.opened).transaction(table, 'readonly').objectStore(table);
  }
}

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
