import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Preloaded into a process: at exit it writes the peak resident memory, the resident memory a second after the start,
 * and the event-loop delay to WATCH_FILE.
 */
const delay = monitorEventLoopDelay({ resolution: 5 });
let resident = 0;
let idle = 0;
setTimeout(() => {
  idle = process.memoryUsage.rss();
}, 1000).unref();
setInterval(() => {
  resident = Math.max(resident, process.memoryUsage.rss());
}, 20).unref();
delay.enable();
process.on('exit', () => {
  const watched = {
    megabytes: resident / 1_048_576,
    idle: idle / 1_048_576,
    p99: delay.percentile(99) / 1e6,
    longest: delay.max / 1e6,
  };
  writeFileSync(process.env['WATCH_FILE'] ?? '', JSON.stringify(watched));
});
