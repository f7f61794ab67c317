import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { price, releaseDesk } from '../release.fixture.ts';

let office: Office;
const desk = releaseDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

/** Writes the rows of an act as instances of 1.0.0 do, which know of no parts. */
const writeAsBefore = (act: number) =>
  sql`
  with told as (delete from audit where act_idx = ${act}::bigint or part_of = ${act}::bigint returning *)
  insert into audit (at, actor, entity, entity_id, action, before, after, reason, request_id, act_idx, of_entity, of_id)
  select at, actor, entity, entity_id, action, before, after, reason, request_id, act_idx, of_entity, of_id
  from told order by audit_idx`.execute(office.db);

test('A release that an instance of 1.0.0 applies beside this one is undone whole, but for what somebody set since', async () => {
  const { bids, first, second, group, items } = await desk.library();
  const applied = async () => {
    const rel = await desk.release();
    await desk.putIn(rel, 'book', bids[0] ?? '', { genre: 'Released' });
    await desk.putIn(rel, 'collection', 'a', { prices: price('1000'), title: 'Released', cefr_level: 'A2' });
    await desk.putIn(rel, 'roadmap', group, { rows: [[bids[1]], [bids[0]], [bids[2]]] });
    await desk.putIn(rel, 'guide', 'g', { items: items.toReversed() });
    await desk.putIn(rel, 'series', 'order', { sequence: [second, first] });
    const { act_idx: act } = desk.must(await desk.apply(rel));
    await writeAsBefore(act);
    return act;
  };
  const before = await desk.portal();
  expect(desk.must(await desk.undo(await applied()))).toMatchObject({ back: 5, kept: 0 });
  expect(await desk.portal()).toBe(before);

  const again = await applied();
  desk.must(await desk.change('a', { title: 'By hand' }));
  expect(desk.must(await desk.undo(again))).toMatchObject({ back: 5, kept: 1 });
  expect((await desk.get('a')).title).toBe('By hand');
});
