import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { stage } from './import.bench.ts';
import { openWork } from './kit.ts';

/** Stages and plans the sheet in a separate process, and prints its peak resident memory and event-loop delay. */
const { work, close } = openWork(process.argv[2] ?? '');
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
await close();
