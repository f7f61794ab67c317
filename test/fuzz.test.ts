import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, type Person, startOffice } from './app.ts';
import { type FuzzCall, fuzzCall, type LiveIds, type Operation } from './fuzz.ts';
import { openDocument } from './open-document.ts';

// `npm run test:long` makes fifty times as many calls, with its own seed, and checks how long each one blocks the
// process.
const count = Number(process.env['FUZZ_CALLS'] ?? 2000);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const timed = process.env['FUZZ_CALLS'] !== undefined;

// Calls between two restores of records they may have deleted.
const stretch = 200;
const longestRefusal = 24 * 1024;
const longestStallMs = 100;

let office: Office;
let admin: Person;
let signedOut = true;
let live: LiveIds;
let operations: Operation[];

beforeAll(async () => {
  office = await startOffice({ jobs: true });
  const { paths } = await openDocument(office);
  operations = Object.entries<Record<string, object>>(paths).flatMap(([url, methods]) =>
    Object.entries(methods)
      // A stream of events never ends.
      .filter(([, operation]) => !JSON.stringify(operation).includes('text/event-stream'))
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), url })),
  );
});
afterAll(() => office.close());

/** The calls may have signed out, demoted or disabled their own account. */
async function signInAgain(): Promise<void> {
  await office.db.updateTable('staff').set({ disabled_at: null }).execute();
  admin = await office.signIn('ada', true);
  signedOut = false;
}

/** Ensures that there are records of every kind. */
async function restore(): Promise<void> {
  await signInAgain();
  await admin.post('/api/v1/book', { books: [bookRow(1)], create_missing: true });
  await admin.post('/api/v1/book', { books: [bookRow(2)], create_missing: true });
  await admin.post('/api/v1/age_group', { title: 'Ages 3 to 5' });
  await admin.post('/api/v1/category', { title: 'Tales' });
  await admin.post('/api/v1/sentence', {
    sentences: [{ bid: 'B1', word: 'sun', sentence: 'The sun rises.', mdr_targeted: 'Y' }],
  });
  await admin.post('/api/v1/import/book', { bids: ['B1', 'B2'] });
  const ids = async (table: 'series', column: 'ser_idx') =>
    (await office.db.selectFrom(table).select(column).limit(20).execute()).map((row) => row[column]);
  const numbers = (table: string, column: string) => ids(table as 'series', column as 'ser_idx');
  live = {
    bid: ['B1', 'B2'],
    bids: ['B1', 'B2'],
    cover: ['B1'],
    bidx: await numbers('book', 'bidx'),
    ser_idx: await numbers('series', 'ser_idx'),
    lev_idx: await numbers('level', 'lev_idx'),
    grp_idx: await numbers('age_group', 'grp_idx'),
    cat_idx: await numbers('category', 'cat_idx'),
    word_idx: await numbers('word', 'word_idx'),
    sent_idx: await numbers('sentence', 'sent_idx'),
    staff_idx: await numbers('staff', 'staff_idx'),
    import_idx: await numbers('import', 'import_idx'),
    row_no: [1, 2, 3],
    version: [0, 1, 2],
    key: ['book.import_maintenance', 'staging/import/1/1.jpg', 'staging/import/1/1.mp3'],
    entity: ['book', 'series', 'import'],
    id: ['B1', '1'],
    target_ctl: ['book', 'sentence'],
    file_type: ['book_cover', 'audio'],
  };
}

/** The number of responses with each status. */
const statuses = new Map<number, number>();

const delay = monitorEventLoopDelay({ resolution: 5 });

/** The fault in the response to a call, if any, and how long it blocked the process. */
async function tried(call: FuzzCall): Promise<{ fault: string | null; stallMs: number }> {
  delay.reset();
  const { status, body } = await admin.send(call);
  const stallMs = delay.max / 1e6;
  signedOut = status === 401 || status === 403;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status >= 500) return { fault: `${status} ${body.slice(0, 300)}`, stallMs };
  const long = status >= 400 && Buffer.byteLength(body) > longestRefusal;
  return { fault: long ? `${status} of ${body.length} characters` : null, stallMs };
}

/** The call in replayable form: FUZZ_SEED and FUZZ_CALLS generate the same ones again. */
const shown = ({ method, url, headers, payload }: FuzzCall, number: number) =>
  `call ${number} of seed ${seed}: ${method} ${url} ${JSON.stringify(headers)} ${String(payload ?? '').slice(0, 2000)}`;

test(
  `${count} calls with hostile ids, bodies and forms (seed ${seed}) cause no server error and no long refusal`,
  async () => {
    delay.enable();
    const faults: string[] = [];
    for (let number = 0; number < count && faults.length < 10; number++) {
      if (number % stretch === 0) await restore();
      if (signedOut) await signInAgain();
      const call = await fuzzCall(operations, live, seed + number);
      const { fault, stallMs } = await tried(call);
      if (fault) faults.push(`${shown(call, number)} → ${fault}`);
      if (!timed || stallMs <= longestStallMs) continue;
      // If the machine was merely busy, repeated tries do not all stall.
      const again = [await tried(call), await tried(call), await tried(call)].map((one) => one.stallMs);
      if (Math.min(...again) > longestStallMs)
        faults.push(`${shown(call, number)} held the process ${again.join(', ')} ms`);
    }
    expect(faults).toEqual([]);
    // Most calls are rejected by validation; enough have to get past it.
    const share = (first: number) =>
      [...statuses].reduce((sum, [status, times]) => sum + (Math.floor(status / 100) === first ? times : 0), 0) / count;
    expect(share(2)).toBeGreaterThan(0.15);
  },
  timed ? 6 * 3600_000 : 300_000,
);
