import fs from 'node:fs';
import path from 'node:path';
import { UnsuitableDatabase } from './migrate.ts';

/** The account for the embedded server when this process is root, which PostgreSQL does not accept. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** The account to run the server of `dataDir` as; undefined means this process's own account, which is not root. */
export function serverUser(dataDir: string): ServerUser | undefined {
  const self = process.getuid?.() ?? 0;
  const folder = fs.statSync(dataDir, { throwIfNoEntry: false });
  if (self !== 0) {
    if (!folder || folder.uid === self) return undefined;
    throw new UnsuitableDatabase(
      `The files in ${dataDir} belong to user ${folder.uid}, and this is user ${self}. Start as that user, or set DATA_DIR.`,
    );
  }
  // An ordinary user's files keep their owner: one `sudo npm start` must not lock that user out.
  if (folder && folder.uid !== 0) return { uid: folder.uid, gid: folder.gid };
  const accounts = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  const account = ['postgres:', 'nobody:'].map((name) => accounts.find((line) => line.startsWith(name))).find(Boolean);
  if (!account) {
    throw new UnsuitableDatabase(
      'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody". Start as another user, or set DATABASE_URL.',
    );
  }
  const [, , uid, gid] = account.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Whether that account may enter a folder or run a file: it needs the x bit on every part of the path. */
export function canReach(user: ServerUser | undefined, target: string): boolean {
  if (!user) return true;
  const enters = (step: string) => {
    const { uid, gid, mode } = fs.statSync(step);
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
    return ((mode >> shift) & 1) === 1;
  };
  const steps: string[] = [];
  for (let step = fs.realpathSync(target); step !== steps.at(-1); step = path.dirname(step)) steps.push(step);
  return steps.every(enters);
}
