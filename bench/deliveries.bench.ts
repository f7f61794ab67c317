import pg from 'pg';
import { mostPrinted } from '#features/delivery/print/print.rules.ts';
import { Client } from '#test/client.ts';
import { addSale, issueBatch } from './issuing.ts';
import { type BenchServer, best, codesOf, record } from './kit.ts';
import { serveBenchApp } from './served.ts';

const many = codesOf(1_000_000);
const cards = Math.min(many, mostPrinted);
const runs = 2;
const aimSheetMegabytes = 64;
const aimCardsMs = 60_000;
// 14 MB of it are in use at the end; the rest is what V8 has not collected yet.
const aimCardsMegabytes = 384;

/** The files of codes that leave: the sheet of a partner, compared with COPY OUT of its codes, and cards to print. */
export async function benchDeliveries(server: BenchServer): Promise<void> {
  const url = await server.database('bench_deliveries');
  const served = await serveBenchApp(url);
  const { download, growing } = served;
  const client = new Client(served.address, served.cookie);
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const of = await addSale(client);
  const few = await issueBatch(client, { ...of, count: cards });
  const large = await issueBatch(client, { ...of, count: many });
  await db.query('vacuum analyze');
  const sheetOf = async (cg_idx: number) =>
    `${(await client.results('POST', `/api/v1/code/batch/${cg_idx}/link`, { expires_at: '2099-12-31' })).href}/codes`;
  const sheet = await sheetOf(large);

  // Warms up the heap, as any file before it does.
  await download(await sheetOf(few));
  let [took, copied, grown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  for (let run = 0; run < runs; run++) {
    const [sent, meanwhile] = await growing(() => download(sheet));
    took = Math.min(took, sent);
    grown = Math.max(grown, meanwhile);
    const bare = best(1, () =>
      db.query(`copy (select c.*, b.title, u.cust_id, u.name, o.cid from code c join code_batch b using (cg_idx)
        join customer u using (cust_idx) join collection o using (cidx) where c.cg_idx = ${large} order by c.code) to '/dev/null'`),
    );
    copied = Math.min(copied, await bare);
  }
  const [printed, inked] = await growing(() => download(`/api/v1/code?cg_idx=${few}&as=pdf&layout=cards`));
  await db.end();
  await served.stop();

  record({
    name: `a partner's sheet of ${many.toLocaleString('en')} codes, beside COPY OUT`,
    said: `${(took / 1000).toFixed(1)} s of ${(copied / 1000).toFixed(1)} s`,
    ratio: took / copied,
    aim: { most: 3 },
  });
  within('memory it takes', grown, [aimSheetMegabytes, 'MB']);
  within(`${cards.toLocaleString('en')} codes printed as cards`, printed, [aimCardsMs, 'ms']);
  within('memory they take', inked, [aimCardsMegabytes, 'MB']);
}

const within = (name: string, value: number, [most, unit]: [number, string]) =>
  record({ name, said: `${value.toFixed(0)} ${unit} of ${most}`, ratio: value / most, aim: { most: 1 } });
