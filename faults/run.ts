import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { backupFaults } from './backup.faults.ts';
import { bodyFaults } from './bodies.faults.ts';
import { clockFaults } from './clocks.faults.ts';
import { type ClusterTeam, startClusterTeam } from './cluster.ts';
import { type ClusterFault, clusterFaults, tryOnCluster } from './cluster.faults.ts';
import { databaseFaults } from './database.faults.ts';
import { diskFaults } from './disk.faults.ts';
import { jobFaults } from './jobs.faults.ts';
import type { Fault } from './load.ts';
import { Office } from './office.ts';
import { requireConsistent } from './programs.ts';
import { restoreFaults } from './restore.faults.ts';
import { clusterCells, clusterTable, findingsCells, findingsTable, outcomeCells, outcomeTable } from './results.ts';
import { type Cells, withRows } from './table.ts';
import { startTeamFor, type TeamFault, teamFaults, tryOn } from './team.faults.ts';
import type { Team } from './team.ts';

/**
 * `npm run faults`: what happens to the product when something fails under it; with words, only matching faults. The
 * results are written into docs/operations.md.
 */
const wanted = process.argv.slice(2);
const isWanted = ({ name }: { name: string }) => wanted.length === 0 || wanted.some((word) => name.includes(word));
const officeFaults = [
  ...databaseFaults,
  ...diskFaults,
  ...bodyFaults,
  ...jobFaults,
  ...clockFaults,
  ...restoreFaults,
  ...backupFaults,
];

/** The result of a fault: its row and whether it is within the limits, or why it has no row. */
type Tried = { cells: Cells; isGood: boolean } | string;

/**
 * Tries faults one after another; returns the rows of the table. After a failed fault, its office or team is discarded.
 */
async function tryAll<F extends { name: string }>(
  faults: readonly F[],
  attempt: (fault: F) => Promise<Tried>,
  giveUp: () => Promise<void>,
): Promise<Map<string, Cells>> {
  const rows = new Map<string, Cells>();
  for (const fault of faults.filter(isWanted)) {
    const tried = await attempt(fault).catch((error: unknown) => `failed: ${String(error)}`);
    const isGood = typeof tried === 'string' ? !tried.startsWith('failed') : tried.isGood;
    console.log(
      `${isGood ? 'ok   ' : 'SHORT'} ${fault.name}: ${typeof tried === 'string' ? tried : tried.cells.join(' | ')}`,
    );
    if (typeof tried !== 'string') rows.set(fault.name, tried.cells);
    if (isGood) continue;
    process.exitCode = 1;
    await giveUp();
  }
  await giveUp();
  return rows;
}

let office: Office | undefined;

async function tryOnOffice(fault: Fault): Promise<Tried> {
  office ??= await Office.start();
  const outcome = await fault.run(office);
  if (typeof outcome === 'string') return `left out: ${outcome}`;
  await requireConsistent(office);
  return outcomeCells(outcome);
}

async function leaveOffice(): Promise<void> {
  await office?.stop();
  office = undefined;
}

let team: { members: Team; onSmallDisks: boolean } | undefined;

async function tryOnTeam(fault: TeamFault): Promise<Tried> {
  const { onSmallDisks = false } = fault;
  if (team?.onSmallDisks !== onSmallDisks) await leaveTeam();
  if (!team) {
    const members = await startTeamFor(fault);
    if (typeof members === 'string') return `left out: ${members}`;
    team = { members, onSmallDisks };
  }
  const tried = findingsCells(await tryOn(team.members, fault));
  await requireConsistent(team.members.instances[0]);
  if (fault.isLast) await leaveTeam();
  return tried;
}

async function leaveTeam(): Promise<void> {
  await team?.members.stop();
  team = undefined;
}

let clusterTeam: { members: ClusterTeam; form: ClusterFault['form'] } | undefined;

async function tryOnClusterTeam(fault: ClusterFault): Promise<Tried> {
  const { form } = fault;
  if (clusterTeam?.form !== form) await leaveCluster();
  if (!clusterTeam) {
    const members = await startClusterTeam(form);
    if (typeof members === 'string') return `left out: ${members}`;
    clusterTeam = { members, form };
  }
  const tried = clusterCells(await tryOnCluster(clusterTeam.members, fault));
  await requireConsistent(clusterTeam.members.instances[0]);
  return tried;
}

async function leaveCluster(): Promise<void> {
  await clusterTeam?.members.stop();
  clusterTeam = undefined;
}

// Stop everything that was started, also after an interrupt.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(
    signal,
    () => void Promise.all([leaveTeam(), leaveCluster(), leaveOffice()]).finally(() => process.exit(1)),
  );

const found = await tryAll(teamFaults, tryOnTeam, leaveTeam);
const went = await tryAll(clusterFaults, tryOnClusterTeam, leaveCluster);
const became = await tryAll(officeFaults, tryOnOffice, leaveOffice);

const document = path.resolve(import.meta.dirname, '../docs/operations.md');
const text = await readFile(document, 'utf8');
const namesOf = (faults: readonly { name: string }[]) => faults.map(({ name }) => name);
const tables = [
  [{ columns: findingsTable, names: namesOf(teamFaults) }, found],
  [{ columns: clusterTable, names: namesOf(clusterFaults) }, went],
  [{ columns: outcomeTable, names: namesOf(officeFaults) }, became],
] as const;
await writeFile(
  document,
  tables.reduce((before, [table, rows]) => withRows(before, table, rows), text),
);
