/** What a mirror is kept in: values that JSON can hold, by key. */
export interface MirrorStore {
  /** The value of a key; undefined if there is none. */
  get(key: string): Promise<unknown>;
  /** The keys that begin with this text and their values, in order of the keys. */
  list(prefix: string): AsyncIterable<readonly [key: string, value: unknown]>;
  /** Puts and removes all of it or, if the program ends meanwhile, nothing. */
  write(put: ReadonlyMap<string, unknown>, remove: Iterable<string>): Promise<void>;
}

/** A mirror for as long as the program runs. */
export class MemoryStore implements MirrorStore {
  private readonly values = new Map<string, unknown>();

  async get(key: string): Promise<unknown> {
    return this.values.get(key);
  }

  async *list(prefix: string): AsyncGenerator<readonly [string, unknown]> {
    const keys = [...this.values.keys()].filter((key) => key.startsWith(prefix));
    for (const key of keys.toSorted(byCodeUnits)) if (this.values.has(key)) yield [key, this.values.get(key)];
  }

  async write(put: ReadonlyMap<string, unknown>, remove: Iterable<string>): Promise<void> {
    for (const key of remove) this.values.delete(key);
    for (const [key, value] of put) this.values.set(key, value);
  }
}

const byCodeUnits = (one: string, other: string) => (one < other ? -1 : Number(one > other));
