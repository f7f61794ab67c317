import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { strayActs } from '#test/stray-acts.ts';

let office: Office;
const desk = releaseDesk(() => office);
let library: Awaited<ReturnType<typeof desk.library>>;
beforeAll(async () => {
  office = await startOffice();
  library = await desk.library();
});
afterAll(() => office.close());

const post = (path: string, body: object) => office.admin.post(`/api/v1/${path}`, body);
const later = () => desk.seconds() + 86_400;
const word = async (text: string) =>
  desk.must(await post(`book/${library.bids[0]}/word`, { word: text })).word_idx as number;

const creations: [kind: string, create: () => Promise<Answer>][] = [
  ['category', () => post('category', { title: 'Oddities' })],
  ['age group', () => post('age_group', { title: 'Nine' })],
  ['series', () => post('series', { title: 'Odd tales' })],
  ['level', () => post('level', { ser_idx: library.first, title: 'Two' })],
  ['customer', () => post('customer', { cust_id: 'ACME-01', name: 'Acme', memo: '' })],
  [
    'event',
    () =>
      post('event', {
        name: 'Fair',
        cid: 'a',
        code: 'FAIRFAIR2226',
        from: desk.seconds(),
        until: later(),
        length: 30,
        participant_limit: 10,
      }),
  ],
  ['word', () => post(`book/${library.bids[0]}/word`, { word: 'sun' })],
  [
    'sentence',
    async () =>
      office.admin.form('/api/v1/sentence', {
        bid: library.bids[0] ?? '',
        word_idx: String(await word('moon')),
        sentence: 'The moon is out.',
        mdr_targeted: 'N',
      }),
  ],
  ['guide item', () => desk.guides.send({ gui_id: 'g', title: 'z', start: 1, length: 1 })],
  [
    'scheduled change',
    () =>
      post('reservation', {
        cid: 'a',
        target: 'price',
        value: [{ currency: 'KRW', price: '1000' }],
        apply_at: later(),
      }),
  ],
  ['release', () => post('release', { name: 'Winter' })],
  ['saved view', () => post('view', { list: '/book', name: 'Mine', query: { search_val: 'b' } })],
];

const newestCreation = async (): Promise<number> => {
  const { rows } = await sql<{ act: number }>`
    select act_idx as act from audit where act_idx is not null and undoes is null order by audit_idx desc limit 1`.execute(
    office.db,
  );
  return rows[0]?.act ?? 0;
};

describe('Undoing a creation leaves the audit trail whole, and cannot be undone in part', () => {
  test.each(creations)('of a %s', async (_kind, create) => {
    desk.must(await create());
    const undone = desk.must(await desk.undo(await newestCreation()));
    expect(undone).toMatchObject({ back: 1, kept: 0 });
    expect(undone.act_idx).toBeUndefined();
    expect(await strayActs(office)).toEqual([]);
    const { rows } = await sql<{ act: number }>`
      select act_idx as act from audit where undoes is not null order by audit_idx desc limit 1`.execute(office.db);
    expect((await desk.undo(rows[0]?.act ?? 0)).json.error.code).toBe('undo.impossible');
  });
});

test('An upgrade mends creations that were undone before, whose removal has a number that the trail lacks', async () => {
  desk.must(await post('category', { title: 'Old' }));
  desk.must(await desk.undo(await newestCreation()));
  await sql`
    update act_record set act_idx = nextval('act_idx_seq')
    where act_idx = (select act_idx from audit where undoes is not null order by audit_idx desc limit 1)`.execute(
    office.db,
  );
  expect(await strayActs(office)).toHaveLength(1);
  const [, mend = ''] = readFileSync('db/migrations/0220_part_of_an_act.sql', 'utf8').split(/(?=update act_record)/);
  await sql.raw(mend).execute(office.db);
  expect(await strayActs(office)).toEqual([]);
});
