/** Runs tasks with the same key one after another in this process; tasks with other keys do not wait. */
export class Turns {
  private readonly last = new Map<string, Promise<void>>();

  async take<T>(key: string, act: () => Promise<T>): Promise<T> {
    const mine = (this.last.get(key) ?? Promise.resolve()).then(act);
    const ended = mine.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(key, ended);
    try {
      return await mine;
    } finally {
      if (this.last.get(key) === ended) this.last.delete(key);
    }
  }
}
