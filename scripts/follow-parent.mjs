import fs from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Imported into a process that is to end with the one that started it, even when that one is killed and tells nobody.
// npm runs a script through a shell, which outlives npm: under npm the shell's parent counts too.
const underNpm = process.env.npm_lifecycle_event !== undefined;
const line = () => `${process.ppid} ${underNpm ? parentOf(process.ppid) : ''}`;

function parentOf(pid) {
  const status = `/proc/${pid}/status`;
  return fs.existsSync(status) ? /^PPid:\s*(\d+)/m.exec(fs.readFileSync(status, 'utf8'))?.[1] : '';
}

if (isMainThread) {
  const started = line();
  setInterval(() => line() === started || process.kill(process.pid, 'SIGTERM'), 1000).unref();
}
