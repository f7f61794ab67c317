import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type BenchServer, record, root } from './kit.ts';

const aimMegabytes = 350;
const aimDelayMs = 100;

/**
 * Resident memory and event-loop delay of a process that imports 100,000 rows; requires the sheet of import.bench.ts.
 */
export async function benchMemory(server: BenchServer): Promise<void> {
  const url = await server.database('bench_memory');
  const { stdout } = await promisify(execFile)(process.execPath, ['bench/import-memory.ts', url], { cwd: root });
  const { megabytes, p99 }: { megabytes: number; p99: number } = JSON.parse(stdout);
  record({
    name: 'resident memory of importing 100,000 rows',
    said: `${megabytes.toFixed(0)} of ${aimMegabytes} MB`,
    ratio: megabytes / aimMegabytes,
    aim: { most: 1 },
  });
  record({
    name: 'event-loop delay p99 meanwhile',
    said: `${p99.toFixed(1)} of ${aimDelayMs} ms`,
    ratio: p99 / aimDelayMs,
    aim: { most: 1 },
  });
}
