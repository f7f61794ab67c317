import { isMainThread } from 'node:worker_threads';

// Imported into a process that is to end with the one that started it, even when that one is killed and tells nobody.
const parent = process.ppid;
const check = () => process.ppid === parent || process.kill(process.pid, 'SIGTERM');
if (isMainThread) setInterval(check, 1000).unref();
