import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { differingData } from '#test/differing-data.ts';
import { type Office, startOffice } from '#test/app.ts';

/*
 * Moves, merges, their undos and an erasure through two instances while the learner redeems through both; with TEST_LONG, for
 * as long as somebody would be patient.
 */
const [rounds, each] = process.env['TEST_LONG'] === '1' ? [20, 24] : [3, 8];

let office: Office;
let other: Office;
const desk = redeemDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
  other = await startOffice({ beside: office });
});
afterAll(async () => {
  await other.close();
  await office.close();
});

test('a learner who is moved, merged, undone and erased on two instances while redeeming loses nothing and has nothing twice', async () => {
  const through = [office.admin, await other.signIn('eve', true)];
  const by = (n: number) => through[n % 2] ?? office.admin;
  const call = async (n: number, id: string, act: string, body: object) =>
    by(n).post(`/api/v1/learner/${encodeURIComponent(id)}/${act}`, body);
  await desk.addCollection('fair');
  await desk.addEvent(1, { cid: 'fair', code: 'FAIRFAIR2026', participant_limit: 0 });
  const statuses: number[] = [];
  let redeemed = 0;
  for (let round = 0; round < rounds; round++) {
    const [kim, mia] = [`kim-${round}@school.example`, `mia-${round}@school.example`];
    const codes = await desk.issueCodes(each * 2);
    const redeeming = inLanes([...codes.entries()], 6, async ([n, code]) => {
      const { status } = await desk.redeem(code, n % 3 === 0 ? mia : kim, { by: by(n) });
      expect(status).toBe(200);
      redeemed += 1;
    });
    const joining = Promise.all([kim, mia].map((id, n) => desk.redeem('FAIRFAIR2026', id, { by: by(n) })));
    const acting = inLanes(
      Array.from({ length: each }, (_, n) => n),
      3,
      async (n) => {
        const { json } = await by(n).get(`/api/v1/learner/${encodeURIComponent(kim)}`);
        const some = json.results.registrations.slice(0, 2).map(({ reg_idx }: { reg_idx: number }) => reg_idx);
        const done =
          n % 2 === 0 || some.length === 0
            ? await call(n, kim, 'merge', { into: mia })
            : await call(n, kim, 'move', { registrations: some, to: mia });
        statuses.push(done.status);
        const act = done.json.results?.act_idx;
        if (act && n % 3 === 0) statuses.push((await by(n + 1).post(`/api/v1/act/${act}/undo`)).status);
      },
    );
    await joining;
    const erased = await call(round, kim, 'erase', { phrase: 'I understand' });
    statuses.push(erased.status === 404 ? 200 : erased.status);
    await Promise.all([redeeming, acting]);
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(rounds);
  const { rows } = await sql<Record<'codes' | 'rights' | 'joined' | 'counted' | 'twice' | 'lost', number>>`
    select (select count(*)::integer from code where activated_date > 0) as codes,
      (select count(*)::integer from registration where code is not null) as rights,
      (select count(*)::integer from registration where event_idx is not null and not placeless) as joined,
      (select participants from event) as counted,
      (select count(*)::integer from (select 1 from registration where shown_in is null and code is null and not placeless
        group by learner_id, event_idx having count(*) > 1) t) as twice,
      (select count(*)::integer from registration r where r.shown_in is not null and not exists (
        select from registration s where s.reg_idx = r.shown_in and s.shown_in is null and s.learner_id = r.learner_id)) as lost`.execute(
    office.db,
  );
  const [found] = rows;
  expect(found).toMatchObject({ codes: redeemed, rights: redeemed, twice: 0, lost: 0 });
  expect(found?.counted).toBe(found?.joined);
  expect(await differingData(office)).toEqual([]);
});
