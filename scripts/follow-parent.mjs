// Imported by a process that is to end with the one that started it, even when that one is killed and can tell nobody.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 1000).unref();
