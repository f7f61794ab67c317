import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnProgram } from '#test/spawned-office.ts';

/** How a program of the product ended, what it said, how long it took of time and processors, and the most memory that it had. */
export interface Ended {
  code: number | null;
  said: string;
  seconds: number;
  /** Up to the last twentieth of a second. */
  processorSeconds: number;
  megabytes: number;
}

/** Runs a program of the product, such as `dist/server/moving.js`, to its end. */
export async function runProgram(args: readonly string[], environment: Record<string, string>): Promise<Ended> {
  const start = performance.now();
  const child = spawnProgram(args, environment);
  child.stderr.pipe(process.stderr);
  const said = text(child.stdout);
  const over = once(child, 'exit');
  let peak = 0;
  let processorSeconds = 0;
  while (child.exitCode === null && child.signalCode === null) {
    peak = Math.max(peak, await peakOf(child.pid ?? 0));
    processorSeconds = Math.max(processorSeconds, await processorSecondsOf(child.pid ?? 0));
    await sleep(50);
  }
  const [code] = (await over) as [number | null];
  const seconds = (performance.now() - start) / 1000;
  return { code, said: await said, seconds, processorSeconds, megabytes: peak / 1024 };
}

/** The most memory that a process has had, in KB; 0 once it has ended. */
const peakOf = async (pid: number): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1] ?? 0);

const ticks = 100;

/** The processor seconds of a process and of its children that have ended, as Linux counts them; 0 once it has ended itself. */
export async function processorSecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name, which may hold anything: state, parent, and nine more before these four.
  const [, own = 0, system = 0, children = 0, childrensSystem = 0] =
    /\) (?:\S+ ){11}(\d+) (\d+) (\d+) (\d+)/.exec(stat)?.map(Number) ?? [];
  return (own + system + children + childrensSystem) / ticks;
}
