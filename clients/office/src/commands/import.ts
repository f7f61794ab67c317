import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { command, type Options, type Parts, type Result, type Values } from '../command.ts';
import { Misused, Refused } from '../failures.ts';
import { follow } from '../follow.ts';
import type { Office } from '../office-calls.ts';
import type { Import, ImportProgress } from '../office-types.generated.ts';
import { countsOf, pageOf, planOf } from './import-plan.ts';
import { type Deed, dropReceipt, findReceipt, hashOfFile, keepReceipt } from '../receipts.ts';

const options = {
  plan: { type: 'boolean', says: 'Show what would change, and change nothing' },
  apply: { type: 'boolean', says: 'Change the library, all or nothing' },
  update: { type: 'boolean', says: 'Also change books that exist; without it they are rejected' },
  'create-missing': { type: 'boolean', says: 'Make series, levels, categories and age groups that do not exist' },
} as const satisfies Options;

const importing = (name: string, what: string) =>
  command({
    name,
    usage: 'FILE --plan | --apply',
    says: `Import ${what}. The same file is imported once`,
    options,
    takes: [1, 1],
    run: (parts, [file = ''], values) => importFile(parts, name, file, values),
  });

/** Imports a sheet of books. */
export const importBooks = importing('import', 'a sheet of books (.xlsx or .csv) in the layout “ISBN Meta”');

/** Imports a message of publishers; the office tells the two apart by the file itself. */
export const importOnix = importing('onix', 'an ONIX 3.0 message');

async function importFile(parts: Parts, name: string, file: string, values: Values<typeof options>): Promise<Result> {
  const { plan = false, apply = false, update = false, 'create-missing': create = false } = values;
  if (plan === apply) throw new Misused(`Say what to do with the file: office ${name} ${file} --plan, or --apply`);
  const office = await parts.office();
  // A plan and its application are of the same import, so what is applied is what was shown.
  const deed: Deed = [office.url, 'import', await hashOfFile(file), update, create];
  const again = [
    'office',
    name,
    file,
    '--apply',
    ...(update ? ['--update'] : []),
    ...(create ? ['--create-missing'] : []),
  ].join(' ');
  let state = await earlier(office, deed);
  if (state?.status === 'applied') return answerOf(office, state, 'The same file was imported already.');
  if (!state) {
    const { import_idx } = await upload(parts, office, file);
    await keepReceipt(deed, import_idx);
    state = await stateOf(office, import_idx);
  }
  if (apply && state.status === 'ready' && state.counts.new < state.row_count) {
    state = await asUpdate(office, state);
    if (isThere(state)) return leaveOut(office, deed, state);
  }
  if (state.status === 'mapping')
    throw new Refused(
      `The columns have other headings. Say at ${pageOf(office, state)} what they hold, then run the same again.`,
      {
        code: 'import.columns_open',
        import_idx: state.import_idx,
      },
    );
  if (state.status === 'ready' && (state.update !== update || state.create_missing !== create))
    state = await office.put<Import>(`/api/v1/import/${state.import_idx}`, {
      update,
      create_missing: create,
      version: state.version,
    });
  if (plan) return planOf(office, state);
  if (state.status === 'ready') state = await office.post<Import>(`/api/v1/import/${state.import_idx}/apply`);
  const { import_idx } = state;
  const ended = await follow(parts.printer, {
    what: 'Applying',
    again,
    ask: () => stateOf(office, import_idx),
    isUnderWay: ({ status }) => status === 'applying',
    progress: ({ progress }) => progress,
  });
  if (ended.status !== 'applied')
    throw new Refused(ended.problem ?? `Somebody stopped it: ${pageOf(office, ended)}`, {
      code: 'import.not_applied',
      import_idx,
    });
  return answerOf(office, ended, 'Imported.');
}

/** The import that an earlier run of the same command began; undefined if there is none, or it was undone since. */
async function earlier(office: Office, deed: Deed): Promise<Import | undefined> {
  const importIdx = await findReceipt<number>(deed);
  if (importIdx === undefined) return undefined;
  const state = await stateOf(office, importIdx).catch((error: unknown) => {
    if (error instanceof Refused && error.details['status'] === 404) return undefined;
    throw error;
  });
  if (state && state.status !== 'undone') return state;
  await dropReceipt(deed);
  return undefined;
}

/** The same import as it would be if books that exist were also changed. */
const asUpdate = (office: Office, { import_idx: idx, create_missing, version }: Import): Promise<Import> =>
  office.put<Import>(`/api/v1/import/${idx}`, { update: true, create_missing, version });

/** Whether the library has every row as it is: another machine has imported the same. */
const isThere = ({ counts: { unchanged, dropped }, row_count: rows }: Import) =>
  unchanged > 0 && unchanged + dropped === rows;

/** Leaves nothing of a file that brings nothing. */
async function leaveOut(office: Office, deed: Deed, state: Import): Promise<Result> {
  await office.delete(`/api/v1/import/${state.import_idx}`);
  await dropReceipt(deed);
  return {
    json: { import_idx: null, status: 'unchanged', act_idx: null, counts: state.counts },
    lines: ['All of it is in the library already.', countsOf(state)],
  };
}

const stateOf = (office: Office, importIdx: number) => office.get<Import>(`/api/v1/import/${importIdx}`);

/** Sends the file and waits until it is read. Interrupted before its end, it leaves nothing. */
async function upload({ printer }: Parts, office: Office, file: string): Promise<{ import_idx: number }> {
  const key = randomUUID();
  let isSent = false;
  const read = new AbortController();
  const sending = office
    .upload<{ import_idx: number }>('/api/v1/import', file, {
      headers: { 'x-progress-key': key },
      onSent: (sent, size) => {
        isSent = sent === size;
        printer.progress('Sending', sent, size);
      },
    })
    .finally(() => read.abort());
  const showing = async () => {
    for (;;) {
      await pause(1000, undefined, { signal: read.signal }).catch(() => undefined);
      if (read.signal.aborted) return;
      if (!isSent) continue;
      const at = await office
        .get<ImportProgress>(`/api/v1/import/progress/${key}`, { seen: 100_000 })
        .catch(() => undefined);
      if (at) printer.progress(at.ahead > 0 ? `Waiting behind ${at.ahead}` : 'Reading', at.rows, at.total);
    }
  };
  const [made] = await Promise.all([sending, showing()]);
  return made;
}

function answerOf(office: Office, state: Import, said: string): Result {
  const { import_idx, act_idx, counts, status, applied_at, applied_by } = state;
  return {
    json: { import_idx, status, act_idx, counts, applied_at, applied_by, href: pageOf(office, state) },
    lines: [
      said,
      countsOf(state),
      pageOf(office, state),
      ...(act_idx === null ? [] : [`To take it back: office undo ${act_idx}`]),
    ],
  };
}
