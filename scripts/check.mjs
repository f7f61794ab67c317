import path from 'node:path';
import { root, run } from './run.mjs';
import { prepare } from './setup.mjs';
import { contentHash, isStamped, sourcesIn, writeStamp } from './stamps.mjs';

const steps = [
  { name: 'format', command: ['biome', 'format', '.'] },
  // One program for both: the rules need the types anyway. It has one checker (docs/performance.md).
  { name: 'lint, types', command: ['oxlint', '--type-aware', '--type-check'], reads: /\.(m?[jt]s|tsx|json)$/ },
  { name: 'dead code', command: ['knip'] },
  { name: 'generated types, catalogues', command: ['vitest', 'run', '--project', 'check'] },
];

// The description of the calls is asked of an office, which has its screens.
await prepare({ build: true });
const start = performance.now();
const sources = sourcesIn();
const results = [];
let last = Promise.resolve();
for (const { name, command, reads = /./ } of steps) {
  // What passed passes again as long as no file that it reads has changed.
  const stamp = path.join(root, '.cache/check', name);
  const hash = contentHash(
    sources.filter((file) => reads.test(file)),
    command.join(' '),
  );
  if (isStamped(stamp, hash)) {
    results.push({ name, code: 0, done: 'passed before' });
    continue;
  }
  // Side by side; each prints once those before it have.
  const heard = last.then(() => console.log(`\n── ${name}: ${command.join(' ')}`));
  const [program, ...args] = command;
  last = run(program, args, {}, heard).then((code) => {
    if (code === 0) writeStamp(stamp, hash);
    results.push({ name, code, done: `done after ${((performance.now() - start) / 1000).toFixed(1)} s` });
  });
}
await last;

console.log('\n── summary');
for (const { name, code, done } of results) console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${done})`);
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;
