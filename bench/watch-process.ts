import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Preloaded into a process: at exit it writes the peak resident memory, the resident memory a second after the start, and
 * from its first request on the event-loop delay, and the stretches for which its own work kept the event loop, to
 * WATCH_FILE. Unlike the delay, those are processor time, which other processes hardly alter.
 */
const delay = monitorEventLoopDelay({ resolution: 5 });
const stretches = createHistogram();
let resident = 0;
let idle = 0;
setTimeout(() => {
  idle = process.memoryUsage.rss();
}, 1000).unref();
setInterval(() => {
  resident = Math.max(resident, process.memoryUsage.rss());
}, 20).unref();
let isServing = false;
subscribe('http.server.request.start', () => {
  if (isServing) return;
  isServing = true;
  delay.enable();
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    stretches.record(Math.max(1, user + system));
  }, 5).unref();
});
process.on('exit', () => {
  const watched = {
    megabytes: resident / 1_048_576,
    idle: idle / 1_048_576,
    p99: delay.percentile(99) / 1e6,
    longest: delay.max / 1e6,
    busyP99: stretches.percentile(99) / 1000,
    busyLongest: stretches.max / 1000,
  };
  writeFileSync(process.env['WATCH_FILE'] ?? '', JSON.stringify(watched));
});
