import { run } from './run.mjs';
import { prepare } from './setup.mjs';

const steps = [
  { name: 'format', command: ['biome', 'format', '.'] },
  // One program for both: the rules need the types anyway (0182).
  { name: 'lint, types', command: ['oxlint', '--type-aware', '--type-check'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'generated types, catalogues', command: ['vitest', 'run', '--project', 'check'] },
];

await prepare({ build: false });
const start = performance.now();
const results = [];
let last = Promise.resolve();
for (const { name, command } of steps) {
  // Side by side; each prints once those before it have.
  const heard = last.then(() => console.log(`\n── ${name}: ${command.join(' ')}`));
  const [program, ...args] = command;
  last = run(program, args, {}, heard).then((code) => {
    results.push({ name, code, seconds: ((performance.now() - start) / 1000).toFixed(1) });
  });
}
await last;

console.log('\n── summary');
for (const { name, code, seconds } of results) {
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (done after ${seconds} s)`);
}
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;
