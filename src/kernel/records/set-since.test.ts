import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { startWork } from '#test/work.ts';
import { systemCaller } from '../work/unit-of-work.ts';
import { beginAct } from './acts.ts';
import { findSetSince } from './set-since.ts';

const office = await startWork();
afterAll(() => office.close());

const of = { entity: 'leaf', id: 'l1' };
const act = await office.work.write(systemCaller('test'), async (ctx) => {
  const made = await beginAct(ctx);
  ctx.audit({ ...of, action: 'leaf.updated', before: { name: 'a' }, after: { name: 'b' }, act: made });
  return made;
});

test('what was set since an act is found in a long trail of large values without sorting them', async () => {
  await sql`
    insert into audit (at, actor, entity, entity_id, action, before, after)
    select now(), 'Staff', ${of.entity}, ${of.id}, 'leaf.updated', jsonb_build_object('text', n - 1, 'size', n - 1),
      jsonb_build_object('text', n || (select string_agg(md5(n || ' ' || m), '') from generate_series(1, 2000) m), 'size', n)
    from generate_series(1, 200) n`.execute(office.db);
  await sql`analyze audit`.execute(office.db);
  const parts = ['name', 'size', 'text'].map((name) => ({ name, path: [name] }));
  const found = await office.db.transaction().execute(async (trx) => {
    // Sorting twelve megabytes would need a file.
    await sql`select set_config('work_mem', '64kB', true), set_config('temp_file_limit', '0', true)`.execute(trx);
    return (await findSetSince(trx, { entity: of.entity, ids: [of.id], act, parts })).get(of.id);
  });
  expect([...(found ?? [])].map(([name]) => name).toSorted()).toEqual(['size', 'text']);
  expect(found?.get('size')).toMatchObject({ actor: 'Staff', value: 200 });
});
