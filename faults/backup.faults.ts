import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Fault, type Outcome, underLoad } from './load.ts';
import type { Office } from './office.ts';
import { requireConsistent, runProgram, succeed, untilConnected } from './programs.ts';

/** Under load a backup is killed midway, and the next one must prove itself. */
async function killedBackup(office: Office): Promise<Outcome> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'faults-backups-'));
  const backup = () => runProgram(office, 'dist/server/backup.js', 'backup', '--to', folder);
  try {
    return await underLoad(office, async () => {
      const first = backup();
      await untilConnected(office);
      first.kill('SIGKILL');
      await once(first, 'exit');
      await succeed(backup());
      await succeed(runProgram(office, 'dist/server/backup.js', 'backup', '--rehearse', folder));
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const backupFaults: Fault[] = [
  { name: 'a backup is killed, and the next one is rehearsed', run: killedBackup },
  { name: 'the data is verified', run: (office) => underLoad(office, () => requireConsistent(office)) },
];
