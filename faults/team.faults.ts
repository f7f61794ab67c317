import { setTimeout as sleep } from 'node:timers/promises';
import { mountSmallDisk } from '#test/small-disk.ts';
import { Checker, type Findings } from './checker.ts';
import { fill } from './full-disk.ts';
import type { Office } from './office.ts';
import { type ProcessClock, processClock } from './process-clock.ts';
import { startTeam, type Team } from './team.ts';
import { Uploads } from './uploads.ts';

/** A fault of a team; `act` resolves when its cause is gone. */
export interface TeamFault {
  name: string;
  /** Prepares the team before any work; returns a function that restores it. */
  prepare?(team: Team): Promise<() => Promise<unknown>>;
  /** The team needs small disks. */
  onSmallDisks?: boolean;
  /** The team is unusable afterwards. */
  isLast?: boolean;
  act(team: Team): Promise<unknown>;
}

const awayMs = 3000;
const lastsMs = 12_000;
const hour = 3600;

async function inTurn({ instances }: Team, end: (one: Office) => Promise<unknown>): Promise<void> {
  for (const one of instances) {
    await end(one);
    await sleep(awayMs);
    await one.begin();
    await sleep(awayMs);
  }
}

async function stop(one: Office): Promise<void> {
  const code = await one.end();
  if (code !== 0) throw new Error(`an instance that was told to stop ended with ${code}`);
}

/** The clock of a process jumps an hour ahead, two back, and right again; `restart` restarts it with an environment. */
function clockFault(
  name: string,
  restart: (team: Team, environment?: Record<string, string>) => Promise<unknown>,
): TeamFault {
  let clock: ProcessClock | undefined;
  return {
    name,
    prepare: async (team) => {
      const own = await processClock();
      if (!own) throw new Error('there is no libfaketime of Debian here');
      clock = own;
      await restart(team, own.environment);
      return () => restart(team).finally(() => own.remove());
    },
    act: async () => {
      for (const seconds of [hour, -hour, 0]) {
        await clock?.set(seconds);
        await sleep(awayMs);
      }
    },
  };
}

async function lasting(network: Pick<Team['network'], 'mend'>, begin: () => void): Promise<void> {
  begin();
  await sleep(lastsMs);
  network.mend();
}

export const teamFaults: TeamFault[] = [
  {
    name: 'each instance is killed, and started again after 3 s',
    act: (team) => inTurn(team, (one) => one.kill()),
  },
  { name: 'each instance is told to stop, and started again after 3 s', act: (team) => inTurn(team, stop) },
  {
    name: 'connections to the primary are cut five times a second for 5 s',
    act: async ({ network }) => {
      for (let n = 0; n < 25; n++) {
        network.cut();
        await sleep(200);
      }
    },
  },
  {
    name: 'the network to the primary swallows everything for 12 s',
    act: ({ network }) => lasting(network, () => network.swallow()),
  },
  {
    name: 'the bucket refuses connections for 12 s',
    act: ({ bucket }) => lasting(bucket, () => bucket.refuse()),
  },
  { name: 'the bucket swallows everything for 12 s', act: ({ bucket }) => lasting(bucket, () => bucket.swallow()) },
  { name: 'the bucket answers a second later for 12 s', act: ({ bucket }) => lasting(bucket, () => bucket.slow(500)) },
  clockFault('the clock of an instance jumps by hours', async ({ instances: [one] }, environment) => {
    await stop(one);
    await one.begin(environment);
  }),
  clockFault('the clock of the primary jumps by hours', async ({ pair }, environment) => {
    await pair.killPrimary();
    await pair.revivePrimary(environment);
  }),
  {
    name: 'the primary is killed, and its replica promoted after 3 s',
    isLast: true,
    act: async ({ pair }) => {
      await pair.killPrimary();
      await sleep(awayMs);
      await pair.promote();
    },
  },
  {
    name: 'the primary vanishes without a word, and its replica is promoted after 10 s',
    isLast: true,
    act: async ({ network, pair }) => {
      network.swallow();
      await pair.killPrimary();
      await sleep(10_000);
      await pair.promote();
    },
  },
  {
    name: 'the disk of the files is full for 5 s',
    onSmallDisks: true,
    act: ({ filesFolder = '' }) => fill(filesFolder),
  },
  {
    name: 'the disk of the primary is full for 5 s',
    onSmallDisks: true,
    act: async ({ pair, primaryFolder = '' }) => {
      // The WAL has to grow and there is no room: the server shuts down and has to be restarted.
      await fill(primaryFolder, () => pair.queryPrimary('select pg_switch_wal()').catch(() => undefined));
      await pair.revivePrimary();
    },
  },
];

const smallBytes = { files: 16 << 20, primary: 512 << 20 };

/** Starts a team for a fault; returns the reason if that is impossible. */
export async function startTeamFor({ onSmallDisks = false }: TeamFault): Promise<Team | string> {
  if (!onSmallDisks) return startTeam();
  const disks = [await mountSmallDisk(smallBytes.files), await mountSmallDisk(smallBytes.primary)] as const;
  const [files, primary] = disks;
  const remove = async () => {
    for (const disk of disks) await disk?.remove();
  };
  if (!files || !primary) return await remove().then(() => 'a disk cannot be mounted here');
  const team = await startTeam({ filesFolder: files.folder, primaryFolder: primary.folder });
  if (typeof team === 'string') return await remove().then(() => team);
  return { ...team, stop: () => team.stop().then(remove) };
}

/** Tries one fault under the checker. */
export async function tryOn(team: Team, fault: TeamFault): Promise<Findings> {
  const leave = await fault.prepare?.(team);
  const uploads = await Uploads.of(team);
  const checker = new Checker(team.target, (text) => team.pair.queryReplica(text));
  try {
    const findings = await checker.during(() => fault.act(team), { also: (n) => uploads.upload(checker, n) });
    for (const [what, count] of await uploads.count()) findings.wrong.set(what, count);
    return findings;
  } finally {
    await leave?.();
  }
}
