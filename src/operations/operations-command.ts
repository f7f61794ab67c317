import { ConfigError, readConfig } from '#kernel/config/config.ts';
import { DatabaseUnreachable } from '#kernel/db/failures.ts';
import { UnsuitableDatabase } from '#kernel/db/migrate.ts';
import { awaitQuiet, isMaintenance, switchMaintenance } from './switch-maintenance.ts';
import { openWork } from './open-work.ts';
import { resealAll, retireSecret, rotateSecret } from './rotation.ts';

const usage = `npm run maintenance            whether the office is only read
npm run maintenance -- on      refuses everything that writes, on every instance, until it is off
npm run maintenance -- off
npm run secret -- rotate      makes a new secret; what the former ones signed still holds
npm run secret -- reseal      seals what is stored with the newest one
npm run secret -- retire      ends what the former ones signed`;

/** What an operator did wrong, in a sentence. */
class UsageError extends Error {}

// A write ends within its statement limit.
const writesEndWithinMs = 75_000;

async function maintenance(argument: string | undefined): Promise<string> {
  if (![undefined, 'on', 'off'].includes(argument)) throw new UsageError(usage);
  const { work, close } = await openWork(readConfig(process.env));
  try {
    if (argument === undefined) return `Maintenance is ${(await isMaintenance(work)) ? 'on' : 'off'}.`;
    const changed = await switchMaintenance(work, argument === 'on');
    if (argument === 'off') return changed ? 'Maintenance is off.' : 'Maintenance was off already.';
    const isQuiet = await awaitQuiet(work, writesEndWithinMs);
    if (!isQuiet) throw new UsageError('Maintenance is on, but something that began before is still being written.');
    return 'Maintenance is on: everything can be read, and nothing is being written.';
  } finally {
    await close();
  }
}

const rotations = { rotate: rotateSecret, reseal: resealAll, retire: retireSecret };
const isRotation = (name: string | undefined): name is keyof typeof rotations => Object.hasOwn(rotations, name ?? '');

async function secret(argument: string | undefined): Promise<string> {
  if (!isRotation(argument)) throw new UsageError(usage);
  const config = readConfig(process.env);
  // Loaded only here: it is the whole product.
  const { features } = await import('../features.ts');
  const columns = features.flatMap((feature) => feature.sealed ?? []);
  const { work, close } = await openWork(config);
  try {
    const { renewed, lost, retired } = await rotations[argument]({ work, config }, columns);
    const said = {
      rotate: 'There is a new secret.',
      reseal: 'The newest secret is in use.',
      retire: `Former secrets retired: ${retired}.`,
    };
    const left = lost > 0 ? ` Sealed with a secret that is gone, and unusable as before: ${lost}.` : '';
    return `${said[argument]} Stored values sealed anew: ${renewed}.${left}`;
  } finally {
    await close();
  }
}

const commands: Record<string, (argument: string | undefined) => Promise<string>> = { maintenance, secret };

try {
  const [name = '', argument, ...others] = process.argv.slice(2);
  const command = commands[name];
  if (!command || others.length > 0) throw new UsageError(usage);
  console.log(await command(argument));
} catch (error) {
  const isTheirs = [UsageError, ConfigError, UnsuitableDatabase, DatabaseUnreachable].some(
    (kind) => error instanceof kind,
  );
  console.error(isTheirs || (error instanceof Error && 'syscall' in error) ? (error as Error).message : error);
  process.exitCode = 1;
}
