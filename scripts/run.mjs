import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const followParent = new URL('follow-parent.mjs', import.meta.url).href;
// Under npm this process exists only for the npm command, and must not outlive it.
if (process.env.npm_lifecycle_event) await import(followParent);

/**
 * The environment of the product as it is run, also by deploy/. Without the cache each start would compile the same
 * modules again; with the eight heaps that glibc has for each processor, buffers that are freed would keep 50 MB more.
 */
export const production = {
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: path.join(root, '.cache/compiled'),
  MALLOC_ARENA_MAX: '2',
};

/**
 * What Node is started with, also by deploy/. process.exit waits for V8's compiling threads, and one that needs memory
 * then waits in turn for the main thread to collect garbage: a process that ended soon after its start could hang
 * forever (https://github.com/nodejs/node/issues/54918). With these, compiling threads need none.
 */
export { default as nodeFlags } from './node-flags.json' with { type: 'json' };

/** Prints the reason and ends the process. @returns {never} */
export function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

// Before anything an older one does not know is used; the product itself runs on the Node that npm installs.
if (Number.parseInt(process.versions.node, 10) < 20) fail(`Node.js 20 or later is needed; this is ${process.version}.`);

/**
 * Runs a program in the project's folder with our stdio; resolves with its exit code. Its `node` is the project's.
 * Signals to this process are forwarded to the program, and we wait for it to end; if we are killed, it ends too. With
 * `after`, its output is buffered until that promise settles, so that the output of two programs does not mix.
 */
export function run(program, args, env = {}, after) {
  const binaries = [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);
  const nodeOptions = [process.env.NODE_OPTIONS, `--import=${followParent}`].filter(Boolean).join(' ');
  const child = spawn(program, args, {
    cwd: root,
    stdio: after ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    // Hides from the child that npm started us (see follow-parent.mjs).
    env: { ...process.env, npm_lifecycle_event: undefined, PATH: binaries, NODE_OPTIONS: nodeOptions, ...env },
    shell: process.platform === 'win32' && !path.isAbsolute(program),
  });
  // Ctrl-C in a terminal already reaches the program; a second signal would mean "at once".
  const forward = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const printed =
    after &&
    Promise.all([printAfter(after, child.stdout, process.stdout), printAfter(after, child.stderr, process.stderr)]);
  for (const signal of signals) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const each of signals) process.off(each, forward);
      const exit = code ?? 128 + constants.signals[signal];
      Promise.resolve(printed).then(() => resolve(exit), reject);
    });
  });
}

async function printAfter(settled, from, to) {
  const buffer = from.pipe(new PassThrough({ highWaterMark: 2 ** 30 }));
  await settled;
  for await (const chunk of buffer) to.write(chunk);
}

/**
 * The Node 26 that the server's TypeScript needs: the one installed by npm, else the running one if it is new enough.
 */
export function nodePath() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const file = platform === 'win' ? 'node.exe' : 'node';
  const pinned = ['node', 'node-bin']
    .map((name) => path.join(root, `node_modules/${name}-${platform}-${process.arch}/bin/${file}`))
    .find((candidate) => fs.existsSync(candidate));
  if (pinned) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= 26) return process.execPath;
  return fail(
    `Node 26 or newer is needed, this is ${process.version}, and npm has none for ${process.platform} on ${process.arch}. Install Node 26 and try again.`,
  );
}
