import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { spawnProgram } from '#test/spawned-office.ts';
import { clear, type Folders, type Installation, newInstallation } from '../backup/installation.fixture.ts';

/** An installation that has never been started, which an export can be read into. */
export async function emptyOffice(folders: Folders): Promise<Installation> {
  const installation = await newInstallation(await folders.add());
  await clear(installation.database);
  return installation;
}

/** Runs the command as operators type it; answers what it printed, on either stream, and its exit code. */
export async function runMoving(
  args: readonly string[],
  { environment }: Installation,
): Promise<{ said: string; code: number | null }> {
  const child = spawnProgram(['dist/server/moving.js', ...args], environment);
  const [said, complained, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'exit'),
  ]);
  return { said: said + complained, code };
}
