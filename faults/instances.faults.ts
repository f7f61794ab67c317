import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHaproxy } from '#test/haproxy.ts';
import { type PostgresPair, startPostgresPair } from '#test/postgres-pair.ts';
import { type Fault, type Outcome, type Target, underLoad } from './load.ts';
import { Office } from './office.ts';

const awayMs = 3000;
const codes = 3000;

/** Two instances behind a proxy, on a primary with a replica. */
interface Team {
  instances: readonly [Office, Office];
  pair: PostgresPair;
}

const kinds: Record<string, (team: Team) => Promise<unknown>> = {
  'one of two instances is killed': async ({ instances }) => {
    await instances[0].kill();
    await sleep(awayMs);
  },
  'one of two instances is told to stop': ({ instances }) => instances[0].stop(),
  'the primary is killed, and its replica promoted after 3 s': async ({ pair }) => {
    await pair.killPrimary();
    await sleep(awayMs);
    await pair.promote();
  },
};

export const instanceFaults: Fault[] = Object.entries(kinds).map(([name, cause]) => ({
  name,
  run: async () => {
    const pair = await startPostgresPair();
    if (!pair) return 'there is no PostgreSQL of Debian here';
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'faults-team-'));
    const environment = { DATABASE_URL: pair.url, DATABASE_READ_URL: pair.readUrl, DATA_DIR: dataDir };
    const instances = [await Office.start(environment), await Office.start(environment)] as const;
    const proxy = await startHaproxy(instances.map(({ port }) => port));
    try {
      if (!proxy) return 'there is no HAProxy of Debian here';
      return await tried({ instances, pair }, instances[0].through(proxy.url), cause);
    } finally {
      await proxy?.stop();
      await Promise.all(instances.map((one) => one.stop()));
      await pair.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
}));

async function tried(team: Team, target: Target, cause: (team: Team) => Promise<unknown>): Promise<Outcome> {
  const redeeming = redeem(target, await issueCodes(target, team.pair));
  const outcome = await underLoad(target, () => cause(team), { mayEnd: true, behindProxy: true });
  const done = await redeeming();
  // The replica has every write that the primary acknowledged.
  const rows = await team.pair.askReplica(`
    select c.code, count(r.reg_idx)::int as times
    from code c left join registration r on r.code = c.code where c.activated_date > 0 group by c.code`);
  const times = new Map(rows.map((row) => [String(row['code']), Number(row['times'])]));
  const twice = [...times.values()].filter((count) => count > 1).length;
  if (twice > 0) outcome.wrong.set('codes redeemed twice', twice);
  return {
    ...outcome,
    acknowledged: outcome.acknowledged + done.length,
    lost: outcome.lost + done.filter((code) => times.get(code) !== 1).length,
  };
}

async function issueCodes(target: Target, pair: PostgresPair): Promise<string[]> {
  const { cust_idx } = await target.results<{ cust_idx: number }>('POST', '/api/v1/customer', {
    cust_id: 'FAULTS',
    name: 'Faults',
  });
  const { cidx } = await target.results<{ cidx: number }>('POST', '/api/v1/collection', { cid: 'F1', title: 'Faults' });
  const terms = { cust_idx, cidx, title: 'Faults', count: codes, price: '1', currency: 'USD', length: 30 };
  const { cg_idx } = await target.results<{ cg_idx: number }>('POST', '/api/v1/code/batch', terms);
  const status = async () => (await target.results<{ status: string }>('GET', `/api/v1/code/batch/${cg_idx}`)).status;
  while ((await status()) !== 'issued') await sleep(100);
  return (await pair.askReplica('select code from code')).map((row) => String(row['code']));
}

/** Redeems one code after the other until told to end; each again until an answer comes. Answers those acknowledged. */
function redeem(target: Target, waiting: string[]): () => Promise<string[]> {
  const done: string[] = [];
  const over = new AbortController();
  const worker = async () => {
    for (let code = waiting.pop(); code !== undefined && !over.signal.aborted; ) {
      const { status } = await target.ask('POST', '/api/v1/code/redeem', { code, learner_id: `learner-${code}` });
      if (status === 200) done.push(code);
      // Refused because an earlier try was carried out without an answer: it is redeemed, and nobody said so.
      if (status === 200 || (status >= 400 && status < 500)) code = waiting.pop();
      await sleep(10);
    }
  };
  const workers = [worker(), worker()];
  return async () => {
    over.abort();
    await Promise.all(workers);
    return done;
  };
}
