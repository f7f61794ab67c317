import { bodyFaults } from './bodies.faults.ts';
import { databaseFaults } from './database.faults.ts';
import { diskFaults } from './disk.faults.ts';
import { instanceFaults } from './instances.faults.ts';
import { jobFaults } from './jobs.faults.ts';
import type { Fault, Outcome } from './load.ts';
import { networkFaults } from './network.faults.ts';
import { Office } from './office.ts';

/** `npm run faults`: what becomes of the product when something breaks under it; with words only what matches. */
const wanted = process.argv.slice(2);
const faults = [
  ...databaseFaults,
  ...networkFaults,
  ...diskFaults,
  ...bodyFaults,
  ...jobFaults,
  ...instanceFaults,
].filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function line(name: string, { acknowledged, lost, refused, wrong, recoveryMs, stallMs }: Outcome): string {
  const answers = [...wrong].map(([what, count]) => `${what} (${count})`).join(', ');
  const back = recoveryMs === undefined ? 'never' : seconds(recoveryMs);
  return `| ${name} | ${acknowledged} | ${lost} | ${refused} | ${answers || 0} | ${back} | ${seconds(stallMs)} |`;
}

// Alive means answering: more than this is a process that a supervisor takes for dead. Milliseconds.
const stallLimitMs = 5000;

const isBad = ({ lost, wrong, recoveryMs, stallMs }: Outcome) =>
  lost !== 0 || wrong.size > 0 || recoveryMs === undefined || stallMs > stallLimitMs;

let office: Office | undefined;

/** Tries one fault, on the office of those before where it took no harm; answers its line of the table, and whether all went as it should. */
async function attempt(fault: Fault): Promise<{ text: string; bad: boolean }> {
  const { name } = fault;
  try {
    office ??= await Office.start();
    const outcome = await fault.run(office);
    if (typeof outcome === 'string') return { text: `| ${name} | left out: ${outcome} | | | | | |`, bad: false };
    return { text: line(name, outcome), bad: isBad(outcome) };
  } catch (error) {
    return { text: `| ${name} | failed: ${String(error)} | | | | | |`, bad: true };
  }
}

const lines: string[] = [];
for (const fault of faults) {
  const { text, bad } = await attempt(fault);
  if (bad) {
    process.exitCode = 1;
    await office?.stop();
    office = undefined;
  }
  lines.push(text);
  console.error(text);
}
await office?.stop();
console.log(`
| Fault | Writes acknowledged | Lost | Answered 503 | Wrong answers | Back after | Longest /healthz |
| ----- | ------------------- | ---- | ------------ | ------------- | ---------- | ---------------- |
${lines.join('\n')}`);
