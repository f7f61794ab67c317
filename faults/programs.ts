import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnProgram } from '#test/spawned-office.ts';
import type { Office } from './office.ts';

/** A command of the product, on the data of an office. */
export const runProgram = ({ environment }: Office, ...args: string[]) => spawnProgram(args, environment);

type Program = ReturnType<typeof spawnProgram>;

/** Waits until a command has ended; throws with what it said if it failed. */
export async function succeed(program: Program): Promise<void> {
  const [said, wrong, [code]] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'exit')]);
  if (code === 0) return;
  const wrongs = said.split('\n').filter((line) => !line.startsWith('ok'));
  throw new Error(`${program.spawnargs.slice(-3).join(' ')} ended with ${code}: ${[...wrongs, wrong].join(' ')}`);
}

/** Throws with what differs if the data of an office is not consistent. */
export const requireConsistent = (office: Office): Promise<void> =>
  succeed(runProgram(office, 'dist/server/verify.js'));

/** Waits until a backup or restore is connected to the database of an office. */
export async function untilConnected(office: Office): Promise<void> {
  const connected = "select from pg_stat_activity where application_name = 'library-office-backup'";
  while ((await office.sql(connected)).length === 0) await sleep(50);
}
