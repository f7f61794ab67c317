import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

// How long a query under way is waited for before the next one begins: far longer than one takes, far shorter than what
// anybody notices. Milliseconds.
const patienceMs = 5;

/**
 * Answers all who ask for the same by one query. It begins after they have asked, so nobody is told what was true before:
 * those who ask while one is under way share the next. The busier a process is, the more of its requests share a query.
 */
export class SharedReads<T> {
  private readonly pending = new Map<string, Promise<T>>();
  private readonly underWay = new Map<string, Promise<unknown>>();

  /** What `query` answers, or another one of this name that has not begun yet. */
  read(name: string, query: () => Promise<T>): Promise<T> {
    const pending = this.pending.get(name);
    if (pending) return pending;
    const asked = this.turn(name).then(() => {
      this.pending.delete(name);
      return this.begin(name, query);
    });
    this.pending.set(name, asked);
    return asked;
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
