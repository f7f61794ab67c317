import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openDatabase, openPool } from '#kernel/db/database.ts';
import { Catalogues } from '#kernel/i18n/catalogues.ts';
import { systemCaller, UnitOfWork } from '#kernel/unit-of-work.ts';
import { stage } from './import.bench.ts';

/** Stages and plans the sheet in a process of its own, and says its largest resident memory and its event-loop delay. */
const pool = openPool({ connectionString: process.argv[2] ?? '' });
const db = openDatabase(pool);
const work = new UnitOfWork({
  db,
  readDb: db,
  clock: () => new Date(),
  timeZone: 'UTC',
  catalogues: new Catalogues({}),
  onError: console.error,
});
const delay = monitorEventLoopDelay({ resolution: 5 });
let resident = 0;
const watch = setInterval(() => {
  resident = Math.max(resident, process.memoryUsage.rss());
}, 20);
delay.enable();
await work.write(systemCaller('bench'), stage);
delay.disable();
clearInterval(watch);
console.log(JSON.stringify({ megabytes: resident / 1_048_576, p99: delay.percentile(99) / 1e6 }));
await pool.end();
