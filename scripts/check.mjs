import { run } from './run.mjs';
import { prepare } from './setup.mjs';

const steps = [
  { name: 'format', command: ['biome', 'format', '.'] },
  { name: 'lint', command: ['oxlint', '--type-aware'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'generated types, catalogues', command: ['vitest', 'run', '--project', 'check'] },
];

await prepare({ build: false });
const results = [];
for (const { name, command } of steps) {
  console.log(`\n── ${name}: ${command.join(' ')}`);
  const [program, ...args] = command;
  const start = performance.now();
  const code = await run(program, args);
  results.push({ name, code, seconds: ((performance.now() - start) / 1000).toFixed(1) });
  // Stopped by a signal, so the rest must stop as well.
  if (code > 128) break;
}

console.log('\n── summary');
for (const { name, code, seconds } of results) {
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
}
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;
