import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

// How long a new query waits for one in flight: far longer than a query takes, far shorter than anybody notices.
// Milliseconds.
const patienceMs = 5;

/**
 * Answers concurrent requests for the same data with one query. It begins after they were made, so no answer is stale:
 * requests made while a query is in flight share the next. The busier a process is, the more requests share one.
 */
export class SharedReads<T> {
  private readonly pending = new Map<string, Promise<T>>();
  private readonly underWay = new Map<string, Promise<unknown>>();

  /** The answer of `query`, or of another query of this name that has not begun yet. */
  read(name: string, query: () => Promise<T>): Promise<T> {
    const pending = this.pending.get(name);
    if (pending) return pending;
    const result = this.turn(name).then(() => {
      this.pending.delete(name);
      return this.begin(name, query);
    });
    this.pending.set(name, result);
    return result;
  }

  private begin(name: string, query: () => Promise<T>): Promise<T> {
    const answer = query();
    const ended = answer.then(
      () => undefined,
      () => undefined,
    );
    this.underWay.set(name, ended);
    void ended.then(() => this.underWay.get(name) === ended && this.underWay.delete(name));
    return answer;
  }

  private turn(name: string): Promise<unknown> {
    const underWay = this.underWay.get(name);
    return underWay ? Promise.race([underWay, sleep(patienceMs)]) : nextTurn();
  }
}
