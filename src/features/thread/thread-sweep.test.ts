import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { sweepThreads } from './thread-sweep.ts';

let office: Office;
let ada: Person;
beforeAll(async () => {
  office = await startOffice();
  ada = office.admin;
});
afterAll(() => office.close());

const sweep = (kind: string) =>
  office.app.work.write(systemCaller('test'), async (ctx) => expect(await sweepThreads(ctx, kind, 0)).toBeNull());
const threads = async (kind: string, id: string | number) => {
  const answer = await ada.get(`/api/v1/thread?kind=${kind}&id=${id}`);
  return answer.status === 404 ? null : answer.json.results.threads.length;
};
const stored = async (kind: string) =>
  (await office.db.selectFrom('thread').select('thread_idx').where('kind', '=', kind).execute()).length;

/** Adds a record of each kind that can be deleted; answers its id, and deletes it. */
const kinds: Record<string, () => Promise<{ id: string | number; remove: () => ReturnType<Person['delete']> }>> = {
  book: async () => {
    must(await ada.post('/api/v1/book', { books: [bookRow(1)], create_missing: true }));
    return { id: 'B1', remove: () => ada.post('/book/delete/B1') };
  },
  collection: async () => {
    const { cidx } = must(await ada.post('/api/v1/collection', { cid: 'C1', title: 'One' }));
    return { id: 'C1', remove: () => ada.delete('/api/v5/collection/C1', { cidx }) };
  },
  series: async () => {
    const { ser_idx } = must(await ada.post('/api/v1/series', { title: 'One' }));
    return { id: ser_idx, remove: () => ada.delete(`/api/v1/series/${ser_idx}`) };
  },
  customer: async () => {
    const { cust_idx } = must(await ada.post('/api/v1/customer', { cust_id: 'ONE', name: 'One' }));
    return { id: cust_idx, remove: () => ada.delete(`/api/v1/customer/${cust_idx}`) };
  },
  event: async () => {
    must(await ada.post('/api/v1/collection', { cid: 'C2', title: 'Two' }));
    const of = { name: 'Fair', cid: 'C2', code: 'FAIRFAIR2026', from: 1_772_438_400, until: 1_772_528_400 };
    const { event_idx } = must(await ada.post('/api/v1/event', of));
    return { id: event_idx, remove: () => ada.delete(`/api/v1/event/${event_idx}`) };
  },
  roadmap: async () => {
    const { age_group } = must(await ada.post('/api/v1/age_group', { title: 'One' }));
    return { id: age_group, remove: () => ada.delete(`/api/v1/age_group/${age_group}`) };
  },
};

const made = (kind: string) => kinds[kind]?.() ?? Promise.reject(new Error(kind));

test.each(Object.keys(kinds))(
  'the threads of a deleted record of the kind %s stay for its undo, and go once nothing can bring it back',
  async (kind) => {
    const { id, remove } = await made(kind);
    must(await ada.post('/api/v1/thread', { kind, id: String(id), text: 'x' }));
    const { act_idx } = must(await remove());
    expect(await threads(kind, id)).toBeNull();
    await sweep(kind);
    must(await ada.undo(act_idx));
    expect(await threads(kind, id)).toBe(1);
    await sweep(kind);
    expect(await threads(kind, id)).toBe(1);

    must(await remove());
    await sql`truncate act_part, act_record`.execute(office.db);
    await sweep(kind);
    expect(await stored(kind)).toBe(0);
  },
);

test('the sweep is every night', async () => {
  const running = await startOffice({ jobs: true });
  const { rows } = await sql`select cron from pgboss.schedule where name = 'thread.sweep'`.execute(running.db);
  expect(rows).toEqual([{ cron: '27 4 * * *' }]);
  await running.close();
});
