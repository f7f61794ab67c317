import { sql } from 'kysely';
import pg from 'pg';
import { issueCodes } from '#features/batch/issue/issue.store.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import type { App } from '#src/build-app.ts';
import { bookStatements } from './code-sums.ts';
import { type BenchServer, codesOf, openBenchApp, record } from './kit.ts';

const rounds = 3;
const codesEach = codesOf(2000);
// The number of concurrent redemptions.
const lanes = 8;

/** Codes redeemed per second by the whole call, compared with its bare statements. */
export async function benchRedeem(server: BenchServer): Promise<void> {
  const url = await server.database('bench_redeem');
  const { app, cookie } = await openBenchApp(url);
  await app.server.ready();
  const codes = await fill(app, rounds * codesEach * 3);
  const pool = new pg.Pool({ connectionString: url, max: lanes });
  // Its last connections may still be closing when the server stops.
  pool.on('error', () => undefined);

  const redeem = async (code: string) => {
    const payload = { code, learner_id: `learner-${code}` };
    const answer = await app.server.inject({
      method: 'POST',
      url: '/api/v1/code/redeem',
      headers: { cookie },
      payload,
    });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };
  const perSecond = async (act: (code: string) => Promise<void>) => {
    const some = codes.splice(0, codesEach);
    const start = performance.now();
    await inLanes(some, lanes, act);
    return (codesEach / (performance.now() - start)) * 1000;
  };
  let [ours, bare, unbooked] = [0, 0, 0];
  for (let round = 0; round < rounds; round++) {
    ours = Math.max(ours, await perSecond(redeem));
    bare = Math.max(bare, await perSecond((code) => redeemBare(pool, code)));
    await pool.query(bookStatements(false));
    unbooked = Math.max(unbooked, await perSecond(redeem));
    await pool.query(bookStatements(true));
  }
  await pool.end();
  await app.stop();
  record({
    name: 'codes redeemed by staff',
    said: `${ours.toFixed(0)} a second of ${bare.toFixed(0)} by the same statements alone`,
    ratio: ours / bare,
    aim: { least: 0.75 },
  });
  record({
    name: 'codes redeemed by staff, beside the same without code_flow',
    said: `${ours.toFixed(0)} a second, without it ${unbooked.toFixed(0)}`,
    ratio: ours / unbooked,
  });
}

/** Issues a batch of this many codes and returns them. */
async function fill(app: App, count: number): Promise<string[]> {
  return app.work.write(systemCaller('bench'), async ({ db }) => {
    await sql`insert into customer (cust_id, name, created_at, updated_at) values ('ACME', 'Acme', now(), now())`.execute(
      db,
    );
    await sql`insert into collection (cid, created_at, updated_at) values ('C1', now(), now())`.execute(db);
    const { rows } = await sql<{ cg_idx: number }>`
      insert into code_batch (cust_idx, cidx, title, count, price, currency, created_at, updated_at)
      select cust_idx, cidx, 'Batch', 1000000, 1, 'USD', now(), now() from customer, collection returning cg_idx`.execute(
      db,
    );
    const times = { issued_at: Math.floor(Date.now() / 1000), valid_from: 0, valid_until: 0 };
    await issueCodes(db, { cg_idx: rows[0]?.cg_idx ?? 0, lot: 1, length: 30, ...times }, count);
    const issued = await sql<{ code: string }>`select code from code`.execute(db);
    return issued.rows.map(({ code }) => code);
  });
}

/** The statements of the call's transaction. */
async function redeemBare(pool: pg.Pool, code: string): Promise<void> {
  const client = await pool.connect();
  const now = Math.floor(Date.now() / 1000);
  const found = `select code, cg_idx, issued_at, valid_from, valid_until, activated_date, expired_date, is_canceled, length
    from code where code = $1`;
  try {
    await client.query('begin');
    await client.query(
      `select key, count(*), min(at) from login_failure where key = any($1::text[]) and at > now() - interval '15 minutes'
       group by key`,
      [['redeem:staff:1']],
    );
    const { rows } = await client.query(`${found} for update`, [code]);
    const batch = await client.query(
      `select b.cg_idx, b.title, u.cust_idx, u.name, c.cidx, c.cid, coalesce(t.title, c.cid)
       from code_batch b join customer u using (cust_idx) join collection c using (cidx)
       left join collection_text t on t.cidx = c.cidx and t.locale = 'en' where b.cg_idx = $1`,
      [rows[0].cg_idx],
    );
    await client.query(
      `update code set activated_date = $1,
         expired_date = case when length = 0 then 0 else $1 + length::bigint * 86400 end where code = $2`,
      [now, code],
    );
    const made = await client.query(
      `with r as (insert into registration (registered_at, expires_at, cidx, event_idx, learner_id, code)
         values ($1, 0, $2, null, $3, $4) returning *)
       select r.reg_idx, c.cid, coalesce(t.title, c.cid) as collection from r join collection c on c.cidx = r.cidx
       left join collection_text t on t.cidx = c.cidx and t.locale = 'en' left join code k on k.code = r.code`,
      [now, batch.rows[0].cidx, `learner-${code}`, code],
    );
    const id = String(made.rows[0].reg_idx);
    await client.query(
      `insert into audit (at, actor, entity, entity_id, action, after, request_id, of_entity, of_id)
       values (now(), 'bench', 'registration', $1, 'registration.redeemed', $2, 'bench', 'code', $3)`,
      [id, JSON.stringify({ learner_id: `learner-${code}`, cid: 'C1', code }), code],
    );
    await client.query(`insert into change (kind, id, at) values ('registration', $1, now())`, [id]);
    await client.query(`select pg_notify('change', '')`);
    await client.query('commit');
  } finally {
    client.release();
  }
}
