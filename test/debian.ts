import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const bothWays = [() => true, () => false] as const;

/**
 * Whether a program responds to `version`, after installing Debian's packages for it where that is allowed. Tests that
 * need it are skipped if it is not available.
 */
export async function haveProgram(version: readonly string[], packages: readonly string[]): Promise<boolean> {
  const [program = '', ...args] = version;
  const found = () => run(program, args).then(...bothWays);
  if (await found()) return true;
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 120_000 };
  const wait = ['-o', 'DPkg::Lock::Timeout=60'];
  const install = () => run('apt-get', ['install', '-y', '--no-install-recommends', ...wait, ...packages], options);
  // Another run may hold the package lock, or the package lists may be missing, as in a fresh container.
  await install().catch(() =>
    run('apt-get', ['update'], options)
      .then(install)
      .catch(() => undefined),
  );
  return found();
}

/** Ends a program that a test has started, and removes its folder. */
export async function endProgram(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
}
