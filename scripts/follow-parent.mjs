import fs from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Imported into a process that must end with its parent, even if the parent is killed without notice. npm runs scripts
// through a shell that outlives npm, so under npm the shell's parent is watched too.
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
