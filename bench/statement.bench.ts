import pg from 'pg';
import { Client } from '#test/client.ts';
import { fillCodes } from './codes-list.bench.ts';
import { addSale, issueBatch } from './issuing.ts';
import { type BenchServer, best, codesOf, record } from './kit.ts';
import { serveBenchApp } from './served.ts';

const many = codesOf(1_000_000);
const runs = 5;
const aimMs = 300;

/** The statement of a customer's month: with codes in every state, and with every code ending today. */
export async function benchStatement(server: BenchServer): Promise<void> {
  const url = await server.database('bench_statement');
  // Half of the codes are the first customer's.
  await fillCodes(url, 2 * many);
  const served = await serveBenchApp(url);
  const client = new Client(served.address, served.cookie);
  const of = await addSale(client);
  const today = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: served.timeZone }).format();
  await issueBatch(client, { ...of, count: many, valid_until: today });
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  // As autovacuum does soon after.
  await db.query('vacuum analyze code');
  await db.end();
  for (const [what, customer] of [
    ['', 1],
    [', all ending today', of.cust_idx],
  ] as const) {
    const took = await best(runs, () => client.results('GET', `/api/v1/customer/${customer}/statement?as=json`));
    record({
      name: `statement of ${many.toLocaleString('en')} codes${what}`,
      said: `${took.toFixed(0)} ms of ${aimMs}`,
      ratio: took / aimMs,
      aim: { most: 1 },
    });
  }
  await served.stop();
}
