import pg from 'pg';
import { startBenchServer, fillBooks, openWork } from '../bench/kit.ts';
import { capture, explain } from '../bench/statements.ts';
import { listBooks } from '#features/book/list/book-list.read.ts';
import { bookListOffer } from '#features/book/list/book-list-columns.rules.ts';
import { readOrder } from '#features/book/list/book-order.read.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
const server = await startBenchServer();
const url = await server.database('srch');
await fillBooks(url, 1_000_000);
console.log(url);
const { work, close } = openWork(url);
const client = new pg.Client({ connectionString: url, options: '-c plan_cache_mode=force_custom_plan -c jit=off -c work_mem=64MB' });
await client.connect();
for (const text of ['lan','나무']) {
  const request = { order: readOrder(undefined), page: 1, size: 100, columns: bookListOffer.initial };
  const all = await capture(() => work.read(systemCaller('bench'), (ctx) => listBooks(ctx, { search_val: text }, request)));
  for (const { text: t, values } of all) {
    for (let i=0;i<2;i++) {const t0=performance.now(); await client.query(t, values); if(i) console.log('####', (performance.now()-t0).toFixed(0), 'ms', t.replace(/\s+/g,' ').slice(0,400));}
    if (/explain/.test(t)) continue;
    const lit = t.replace(/\$(\d+)/g, (_, n) => { const v = values[Number(n)-1]; return typeof v==='string' ? `'${v.replaceAll("'","''")}'` : JSON.stringify(v); });
    try { const { rows } = await client.query('explain (analyze, buffers) ' + lit); console.log(rows.map((r)=>r['QUERY PLAN']).join('\n')); } catch (e) { console.log(String(e)); }
  }
}
await client.end(); await close();
setTimeout(async () => { await server.stop(); process.exit(); }, 3_600_000);
