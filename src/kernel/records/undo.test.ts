import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startWork } from '#test/work.ts';
import type { Context } from '../work/context.ts';
import { systemCaller } from '../work/unit-of-work.ts';
import { beginAct, storeEffects } from './acts.ts';
import { asPartOfAct, listTouched, listUntouchedMade, type UndoableKind, untouchedRecords } from './undo.ts';

const office = await startWork();
await sql`create table leaf (leaf_idx integer generated always as identity primary key, name text unique, revision integer default 1, pressed boolean default false)`.execute(
  office.db,
);
afterAll(() => office.close());

const state = sql`jsonb_build_object('key', leaf.leaf_idx, 'revision', leaf.revision, 'pressed', leaf.pressed)`;
const leaves: UndoableKind = { entity: 'leaf', table: 'leaf', id: 'name', key: 'leaf_idx', state };
const write = <T>(run: (ctx: Context) => Promise<T>) => office.work.write(systemCaller('test'), run);

let act: number;
beforeEach(async () => {
  act = await write(async (ctx) => {
    await sql`truncate leaf`.execute(ctx.db);
    const made = await beginAct(ctx);
    await sql`
      with written as (insert into leaf (name) select 'l' || n from generate_series(1, 4) n returning name, ${state} as state)
      ${storeEffects(made, 'leaf', {
        from: sql`written`,
        id: sql`name`,
        after: sql`jsonb_build_object('name', name)`,
        undo: sql`state || '{"more": 1}'`,
      })}`.execute(ctx.db);
    return made;
  });
});

const untouched = async () => {
  const { rows } = await sql<{ id: string }>`
    select record_id as id from (${untouchedRecords({ of: act }, leaves)}) d order by 1`.execute(office.db);
  return rows.map(({ id }) => id);
};

test('records untouched since an act can be undone; the rest are named with what differs', async () => {
  await sql`update leaf set revision = 2, pressed = true where name = 'l2'`.execute(office.db);
  await sql`update leaf set pressed = true where name = 'l3'`.execute(office.db);
  expect(await untouched()).toEqual(['l1', 'l4']);
  expect(await listUntouchedMade(office.db, { of: act }, leaves)).toEqual(['l1', 'l4']);
  const touched = await listTouched(office.db, { of: act }, leaves);
  expect(touched.map(({ id, differs }) => [id, differs.toSorted()])).toEqual([
    ['l2', ['pressed', 'revision']],
    ['l3', ['pressed']],
  ]);
});

test('a record that was removed is left alone, and so is another with the same name', async () => {
  await sql`delete from leaf where name in ('l1', 'l2')`.execute(office.db);
  await sql`insert into leaf (name) values ('l2')`.execute(office.db);
  expect(await untouched()).toEqual(['l3', 'l4']);
  expect(await listTouched(office.db, { of: act }, leaves)).toEqual([{ id: 'l2', differs: ['key'] }]);
});

test('later changes by the same act count as its own on records untouched before, and on those alone', async () => {
  await sql`update leaf set revision = 2 where name = 'l1'`.execute(office.db);
  const grow = (ctx: Context) => sql`update leaf set revision = revision + 1`.execute(ctx.db);
  await write((ctx) => asPartOfAct(ctx, act, leaves, ['l1', 'l2'], () => grow(ctx)));
  expect(await untouched()).toEqual(['l2']);
});
