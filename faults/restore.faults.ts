import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Fault, type Outcome, titles, until, watchHealth } from './load.ts';
import type { Office } from './office.ts';
import { runProgram, succeed } from './programs.ts';

const writes = 100;

type Program = ReturnType<typeof runProgram>;

const runBackup = (office: Office, ...args: string[]) => runProgram(office, 'dist/server/backup.js', ...args);

/** Makes a restore wait when its tables are made and their rows are not loaded, until the gate is opened. */
const closeGate = (office: Office) =>
  office.sql(`
    create schema gate;
    create table gate.closed as select true;
    create function gate.wait() returns event_trigger language plpgsql as $$ begin
      if to_regclass('pgboss.version') is null then return; end if;
      while exists (select from gate.closed) loop perform pg_sleep(0.05); end loop;
    end $$;
    create event trigger gate on ddl_command_start when tag in ('ALTER TABLE') execute function gate.wait()`);
const openGate = (office: Office) => office.sql('delete from gate.closed');
const removeGate = (office: Office) => office.sql('drop event trigger gate; drop schema gate cascade');

/** Waits for a condition of the database, whose server may not answer yet. */
async function come(office: Office, condition: string): Promise<void> {
  const query = () => office.sql(`select ${condition} as it`).catch(() => []);
  if ((await until(async () => (await query())[0]?.['it'] === true)) === undefined)
    throw new Error(`it never came true that ${condition}`);
}

const waits = `exists (select from pg_stat_activity where wait_event = 'PgSleep' and datname = 'office')`;
const isLeft = `not exists (select from pg_stat_activity where application_name = 'library-office-backup')`;

/** Whether an instance starts; it does not stay. */
const starts = (office: Office) =>
  office.begin().then(
    () => office.kill().then(() => true),
    () => false,
  );

/** A backup is restored, up to a point at which `act` does something to it; it must leave a restored library. */
async function duringRestore(
  office: Office,
  act: (restore: Program, again: () => Program) => Promise<unknown>,
): Promise<Outcome> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'faults-backup-'));
  const round = Math.random().toString(36).slice(2, 8);
  const acknowledged = Array.from({ length: writes }, (_, n) => `${round} ${n}`);
  const wrong = new Map<string, number>();
  try {
    for (const title of acknowledged) await office.results('POST', '/api/v1/age_group', { title });
    await succeed(runBackup(office, 'backup', folder));
    await closeGate(office);
    await office.end();
    const restore = () => runBackup(office, 'restore', folder, '--replace');
    const first = restore();
    await come(office, waits);
    if (await starts(office)) wrong.set('started on part of a library', 1);
    await act(first, restore);
    const mendedAt = performance.now();
    await office.begin();
    const stall = watchHealth(office);
    await removeGate(office);
    const stored = await titles(office);
    const recoveryMs = performance.now() - mendedAt;
    const lost = acknowledged.filter((title) => !stored.has(title)).length;
    return { acknowledged: writes, lost, refused: 0, wrong, recoveryMs, stallMs: stall() };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const killed = (office: Office) =>
  duringRestore(office, async (first, restore) => {
    first.kill('SIGKILL');
    await openGate(office);
    await come(office, isLeft);
    if (await starts(office)) throw new Error('a killed restore starts as if whole');
    await succeed(restore());
  });

const finished = (office: Office) =>
  duringRestore(office, async (first) => {
    const over = succeed(first);
    await openGate(office);
    await over;
  });

export const restoreFaults: Fault[] = [
  { name: 'a restore is killed midway', run: killed },
  { name: 'an instance starts during a restore', run: finished },
];
