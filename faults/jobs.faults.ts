import { importCsv, importRow } from '#features/import/import.factory.ts';
import { type Fault, type Outcome, until, watchHealth } from './load.ts';
import { Office } from './office.ts';

const rows = 300;

async function stage(office: Office): Promise<string> {
  await office.sql('truncate book, import, import_row, act_record cascade');
  const form = new FormData();
  form.append('file', new Blob([importCsv(Array.from({ length: rows }, (_, n) => importRow(n)))]), 'books.csv');
  const { import_idx: id } = await office.results<{ import_idx: number }>('POST', '/api/v1/import', form);
  await office.results('PUT', `/api/v1/import/${id}`, { create_missing: true });
  return `/api/v1/import/${id}`;
}

const status = async (office: Office, at: string) => (await office.results<{ status: string }>('GET', at)).status;

/** Runs this statement whenever the apply of an import has written its rows. */
const whenWritten = (office: Office, act: string) =>
  office.sql(`
    create or replace function fault() returns trigger language plpgsql as $$ begin perform ${act}; return null; end $$;
    create or replace trigger fault after insert on act_record execute function fault()`);

/** Checks that the books of an import exist once, and that its apply was recorded once. The trail is left as it is: it is sealed. */
async function outcomeOf(
  office: Office,
  at: string,
  { recoveryMs, stallMs }: { recoveryMs: number | undefined; stallMs: number },
): Promise<Outcome> {
  const [found] = await office.sql(`
    select (select count(*)::int from book) as books,
           (select count(*)::int from audit where action = 'import.applied' and entity_id = '${at.split('/').at(-1)}') as applied`);
  const wrong = new Map<string, number>();
  if (found?.['applied'] !== 1) wrong.set('times it was applied', Number(found?.['applied']));
  return { acknowledged: rows, lost: rows - Number(found?.['books']), refused: 0, wrong, recoveryMs, stallMs };
}

async function deliveredTwice(office: Office): Promise<Outcome> {
  const other = await Office.start({ DATA_DIR: office.dataDir });
  const stall = watchHealth(office);
  try {
    const at = await stage(office);
    await whenWritten(office, 'pg_sleep(3)');
    await office.results('POST', `${at}/apply`);
    const again = `update pgboss.job set state = 'created', started_on = null
      where name = 'import.apply' and state = 'active' returning id`;
    await until(async () => (await office.sql(again)).length > 0);
    const taken = await until(async () => (await status(office, at)) === 'applied');
    const open = "select from pgboss.job where name = 'import.apply' and state in ('created', 'retry', 'active')";
    await until(async () => (await office.sql(open)).length === 0);
    await office.sql('drop trigger fault on act_record');
    return await outcomeOf(office, at, { recoveryMs: taken, stallMs: stall() });
  } finally {
    stall();
    await other.stop();
  }
}

async function givenUp(office: Office): Promise<Outcome> {
  const at = await stage(office);
  await whenWritten(office, 'pg_terminate_backend(pg_backend_pid())');
  const stall = watchHealth(office);
  await office.results('POST', `${at}/apply`);
  const reopened = await until(async () => (await status(office, at)) === 'ready');
  const stallMs = stall();
  if (reopened === undefined) throw new Error('an import whose job gave up is never opened again');
  await office.sql('drop trigger fault on act_record');
  await office.results('POST', `${at}/apply`);
  const taken = await until(async () => (await status(office, at)) === 'applied');
  return outcomeOf(office, at, { recoveryMs: taken, stallMs });
}

export const jobFaults: Fault[] = [
  { name: 'a job is delivered twice', run: deliveredTwice },
  { name: 'a job fails until it is given up', run: givenUp },
];
