import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const beat = 1000;

/** Runs `work` while holding the lock. The lock of a dead or frozen process is taken over. */
export async function withLock(file, work) {
  const mine = `${process.pid}`;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  for (let waited = false; !(await acquire(file, mine)); waited = true) {
    if (!waited) console.log('Another command is setting up this folder; waiting for it …');
    await sleep(200);
  }
  const heart = setInterval(() => fs.utimesSync(file, new Date(), new Date()), beat);
  try {
    return await work();
  } finally {
    clearInterval(heart);
    fs.rmSync(file, { force: true });
  }
}

async function acquire(file, mine) {
  try {
    fs.writeFileSync(file, mine, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (!isStale(file)) return false;
  // Several processes may take it over at once: after all have written, the last writer holds the lock.
  fs.writeFileSync(file, mine);
  await sleep(200);
  return read(file) === mine;
}

function isStale(file) {
  const age = Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  // The children of a dead process end within a beat or two of it.
  return age > 10 * beat || (age > 3 * beat && !isAlive(Number(read(file))));
}

function read(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
