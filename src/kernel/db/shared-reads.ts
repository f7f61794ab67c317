import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Answers all who ask for the same in one turn of the event loop by one query. It begins after they have asked, so nobody
 * is told what was true before. The busier a process is, the more of its requests share a turn.
 */
export class SharedReads<T> {
  private readonly pending = new Map<string, Promise<T>>();

  /** What `query` answers, or another one of this name that has not begun yet. */
  read(name: string, query: () => Promise<T>): Promise<T> {
    const pending = this.pending.get(name);
    if (pending) return pending;
    const asked = nextTurn().then(() => {
      this.pending.delete(name);
      return query();
    });
    this.pending.set(name, asked);
    return asked;
  }
}
