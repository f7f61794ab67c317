import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Reply } from '#test/client.ts';
import { Follower } from './follower.ts';

/** Queries the database that survives the fault. */
export type Sql = (text: string) => Promise<Record<string, unknown>[]>;

/** The checker's findings. */
export interface Findings {
  /** Acknowledged writes, and those of them that are missing at the end. */
  acknowledged: number;
  lost: number;
  /** Codes granted to more than one learner, by the responses or in the database. */
  doubled: number;
  /** Changes that a follower of the stream missed, or received more than once or out of order. */
  missed: number;
  repeated: number;
  /** Our responses that said to retry (503, 504). */
  refused: number;
  /** Requests not answered by us: by the proxy instead, or not at all. */
  unanswered: number;
  /** Writes that were refused or not answered, and are there after all. */
  uncertain: number;
  /** Any other response of ours that is not a success, with its number of occurrences. */
  wrong: Map<string, number>;
  /**
   * From the end of the fault until every new request succeeded again; undefined if that never happened. Milliseconds.
   */
  recoveryMs: number | undefined;
  /** The longest time without a successful write. Milliseconds. */
  pauseMs: number;
}

const writers = 16;
const rivals = 2;
const followers = 2;
const codes = 4000;
const steadyMs = 1500;
const patienceMs = 110_000;
const pauseMs = 5;

/** What else happens during a round. */
interface Round {
  /** Runs alongside. */
  also: (n: number) => Promise<void>;
  /** Repairs what the fault left broken, while the work goes on. */
  repair?: (() => Promise<unknown>) | undefined;
  /** How many writes are enough. */
  enough?: number;
}

/** Follows numbered changes, redemptions and the stream while something fails, and counts the results at the end. */
export class Checker {
  private readonly target: Client;
  private readonly sql: Sql;
  /** Distinguishes this round's records from those of earlier rounds. */
  private readonly round = randomUUID().slice(0, 8).toUpperCase();
  private readonly over = new AbortController();
  private readonly titles: string[] = [];
  /** Of writes that were refused or not answered. */
  private readonly refusedTitles: string[] = [];
  private readonly redeemed = new Map<string, string[]>();
  private readonly wrong = new Map<string, number>();
  private refused = 0;
  private unanswered = 0;
  private mendedAt = Number.POSITIVE_INFINITY;
  private lastFailureMs = 0;
  private firstSuccessMs: number | undefined;
  private lastSuccessAt = performance.now();
  private longestPauseMs = 0;

  constructor(target: Client, sql: Sql) {
    this.target = target;
    this.sql = sql;
  }

  /**
   * Works while `fault` happens, until there are enough writes; `fault` resolves when its cause is gone, or, if it is
   * repaired later, when it has happened.
   */
  async during(fault: () => Promise<unknown>, { also, repair, enough = 10_000 }: Round): Promise<Findings> {
    const { portal, redeemer, waiting, before } = await this.prepare();
    const stream = `${this.target.url}/portal/v1/changes?from=now&kinds=category`;
    const following = Array.from({ length: followers }, () => new Follower(stream, portal));
    await Promise.all(following.map((one) => one.begun()));
    this.lastSuccessAt = performance.now();
    const working = [
      ...Array.from({ length: writers }, (_, n) => this.until(this.write(n))),
      ...Array.from({ length: rivals }, () => this.until(this.redeem(redeemer, waiting))),
      ...['/category', '/api/v1/series'].map((path) => this.until(() => this.read(path))),
      this.until(also),
    ];
    try {
      await sleep(steadyMs);
      await fault();
      this.mendedAt = performance.now();
      await repair?.();
      const end = performance.now() + patienceMs;
      while ((this.acknowledged < enough || this.firstSuccessMs === undefined) && performance.now() < end)
        await sleep(100);
      await sleep(steadyMs);
    } finally {
      this.over.abort();
      await Promise.all(working);
    }
    return this.count(following, before);
  }

  /** Records a response; true if it was a success. `begunAt` is when the request was sent. */
  note(what: string, { status, text, isOurs }: Reply, begunAt: number, fine: readonly number[] = [200]): boolean {
    const now = performance.now();
    const succeeded = isOurs && fine.includes(status);
    if (begunAt >= this.mendedAt && !succeeded) this.lastFailureMs = now - this.mendedAt;
    if (succeeded) return true;
    if (!isOurs) this.unanswered += 1;
    else if (status === 503 || status === 504) this.refused += 1;
    else {
      const said = `${what}: ${status} ${text.slice(0, 160)}`;
      this.wrong.set(said, (this.wrong.get(said) ?? 0) + 1);
    }
    return false;
  }

  /** The collection of its codes. */
  get collection(): string {
    return this.round;
  }

  /** Who its codes are for. */
  terms = { cust_idx: 0, cidx: 0 };

  private get acknowledged(): number {
    return this.titles.length + this.redeemed.size;
  }

  private async until(act: (n: number) => Promise<void>): Promise<void> {
    for (let n = 0; !this.over.signal.aborted; n++) {
      await act(n);
      await sleep(pauseMs);
    }
  }

  private async prepare() {
    const { target } = this;
    const keyOf = async (scope: string) =>
      (await target.results<{ key: string }>('POST', '/api/v1/api_key', { name: scope, scope })).key;
    const add = <T>(path: string, body: object) => target.results<T>('POST', path, body);
    const { cust_idx } = await add<{ cust_idx: number }>('/api/v1/customer', { cust_id: this.round, name: this.round });
    const { cidx } = await add<{ cidx: number }>('/api/v1/collection', { cid: this.round, title: this.round });
    this.terms = { cust_idx, cidx };
    const terms = { ...this.terms, title: this.round, count: codes, price: '1', currency: 'USD', length: 30 };
    const { cg_idx } = await add<{ cg_idx: number }>('/api/v1/code/batch', terms);
    const batch = () => target.results<{ status: string }>('GET', `/api/v1/code/batch/${cg_idx}`);
    while ((await batch()).status !== 'issued') await sleep(100);
    const waiting = (await this.sql(`select code from code where cg_idx = ${cg_idx}`)).map((row) =>
      String(row['code']),
    );
    return { portal: await keyOf('read'), redeemer: await keyOf('redeem'), waiting, before: await this.categories() };
  }

  private write(writer: number): (n: number) => Promise<void> {
    return async (n) => {
      const title = `${this.round} ${writer} ${n}`;
      const began = performance.now();
      const answer = await this.target.request('POST', '/api/v1/category', { title });
      if (!this.note('write', answer, began)) {
        this.refusedTitles.push(title);
        return;
      }
      this.titles.push(title);
      const now = performance.now();
      this.longestPauseMs = Math.max(this.longestPauseMs, now - this.lastSuccessAt);
      this.lastSuccessAt = now;
      if (began >= this.mendedAt) this.firstSuccessMs ??= now - this.mendedAt;
    };
  }

  private async read(path: string): Promise<void> {
    const began = performance.now();
    this.note(path, await this.target.request('GET', path), began);
  }

  /**
   * Two learners want one code at the same moment; each retries with the same idempotency key until there is a
   * response.
   */
  private redeem(key: string, waiting: string[]): () => Promise<void> {
    return async () => {
      const code = waiting.pop();
      if (code === undefined) return;
      await Promise.all(['a', 'b'].map((learner) => this.redeemFor(`${code} ${learner}`, code, key)));
    };
  }

  private async redeemFor(learner_id: string, code: string, key: string): Promise<void> {
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': learner_id.replace(' ', '-') };
    while (!this.over.signal.aborted) {
      const began = performance.now();
      const answer = await this.target.request('POST', '/portal/v1/redeem', { code, learner_id }, headers);
      const succeeded = this.note('redeem', answer, began, [200, 409]);
      if (succeeded && answer.status === 200) this.redeemed.set(code, [...(this.redeemed.get(code) ?? []), learner_id]);
      if (succeeded || (answer.isOurs && answer.status < 500)) return;
      await sleep(50);
    }
  }

  private async categories(): Promise<Map<string, string>> {
    const rows = await this.sql('select cat_idx as id, title from category order by cat_idx');
    return new Map(rows.map(({ id, title }) => [String(title), String(id)]));
  }

  private async count(following: readonly Follower[], before: ReadonlyMap<string, string>): Promise<Findings> {
    const stored = await this.categories();
    const made = [...stored].filter(([title]) => !before.has(title)).map(([, id]) => id);
    await this.untilHeard(following, made);
    const registered = await this.registrations();
    const [audited] = await this.sql("select count(*)::int as n from audit where action = 'category.created'");
    const untold = Math.abs(Number(audited?.['n']) - stored.size);
    if (untold > 0) this.wrong.set('records without their line of the audit trail', untold);
    const missing = following.map(({ heard }) => made.length - new Set(heard).size);
    const again = following.map(({ heard, disorder }) => heard.length - new Set(heard).size + disorder);
    const anew = following.reduce((sum, one) => sum + one.anew, 0);
    if (anew > 0) this.wrong.set('times a follower had to start anew', anew);
    const twice = [...this.redeemed].filter(
      ([code, learners]) => learners.length > 1 || registered.get(code)?.length !== 1,
    );
    const gone = [...this.redeemed].filter(([code, [learner]]) => !registered.get(code)?.includes(learner ?? ''));
    return {
      acknowledged: this.acknowledged,
      lost: this.titles.filter((title) => !stored.has(title)).length + gone.length,
      doubled: twice.length + [...registered.values()].filter((learners) => learners.length > 1).length,
      missed: Math.max(...missing),
      repeated: Math.max(...again),
      refused: this.refused,
      unanswered: this.unanswered,
      uncertain: this.refusedTitles.filter((title) => stored.has(title)).length,
      wrong: this.wrong,
      recoveryMs: this.firstSuccessMs && Math.max(this.firstSuccessMs, this.lastFailureMs),
      pauseMs: this.longestPauseMs,
    };
  }

  private async untilHeard(following: readonly Follower[], made: readonly string[]): Promise<void> {
    for (let n = 0; n < 200 && following.some(({ heard }) => new Set(heard).size < made.length); n++) await sleep(100);
    await Promise.all(following.map((one) => one.leave()));
  }

  private async registrations(): Promise<Map<string, string[]>> {
    const rows = await this.sql('select code, array_agg(learner_id) as learners from registration group by code');
    return new Map(rows.map(({ code, learners }) => [String(code), learners as string[]]));
  }
}
