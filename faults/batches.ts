import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '#test/client.ts';
import type { Checker, Sql } from './checker.ts';

const count = 5;
const everyMs = 500;

/** Issues small batches of codes, each by a job, and reads each as soon as it is acknowledged. */
export class Batches {
  private readonly target: Client;
  private readonly sql: Sql;
  private readonly acknowledged: number[] = [];

  constructor(target: Client, sql: Sql) {
    this.target = target;
    this.sql = sql;
  }

  async issue(checker: Checker, n: number): Promise<void> {
    await sleep(everyMs);
    const { target } = this;
    const terms = { ...checker.terms, title: `${n}`, count, price: '1', currency: 'USD', length: 30 };
    const began = performance.now();
    const answer = await target.request('POST', '/api/v1/code/batch', terms);
    if (!checker.note('batch', answer, began)) return;
    const { cg_idx } = JSON.parse(answer.text).results;
    this.acknowledged.push(cg_idx);
    const again = performance.now();
    checker.note('its page', await target.request('GET', `/api/v1/code/batch/${cg_idx}`), again);
  }

  /** What is wrong with the batches at the end, each with its number of occurrences. */
  async count(): Promise<Map<string, number>> {
    const issued = async () => {
      const rows = await this.sql('select cg_idx, count(*)::int as n from code group by cg_idx');
      return new Map(rows.map(({ cg_idx, n }) => [Number(cg_idx), Number(n)]));
    };
    let codes = await issued();
    // A job whose instance or database went away is tried again after a while.
    for (let n = 0; n < 600 && this.acknowledged.some((one) => codes.get(one) === undefined); n++) {
      await sleep(200);
      codes = await issued();
    }
    const wrong = this.acknowledged.filter((one) => codes.get(one) !== count).length;
    return new Map(wrong > 0 ? [['batches that were not issued exactly once', wrong]] : []);
  }
}
