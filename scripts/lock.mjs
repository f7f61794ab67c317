import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const beat = 1000;

/** Does the work while no other process holds the lock. The lock of a process that died, or froze, is taken over. */
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
  // Several may take over at once: the last to write it has it, once all have written.
  fs.writeFileSync(file, mine);
  await sleep(200);
  return read(file) === mine;
}

function isStale(file) {
  const age = Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  // What a dead process was running ends within a beat or two of its own.
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
