import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startWork } from '#test/work.ts';
import { AppError } from '../messages/errors.ts';
import { systemCaller } from '../work/unit-of-work.ts';
import { changeRecord, type RecordKind, recordCreated, removeRecord } from './change-record.ts';

interface Tree {
  tree_idx: number;
  name: string;
  height: number | null;
  marks: string[];
  version: number;
}

const office = await startWork();
await sql`create table tree (tree_idx integer primary key, name text, height integer, marks text[] default '{}', version integer default 1)`.execute(
  office.db,
);
afterAll(() => office.close());

const kind: RecordKind<number, Tree> = {
  entity: 'tree',
  missing: () => new AppError(404, 'tree.gone'),
  find: async (ctx, id) => (await sql<Tree>`select * from tree where tree_idx = ${id}`.execute(ctx.db)).rows[0],
  lock: async (ctx, id) =>
    (await sql<Tree>`select * from tree where tree_idx = ${id} for update`.execute(ctx.db)).rows[0],
  id: ({ tree_idx }) => tree_idx,
  audited: ({ name, height, marks }) => ({ name, height, marks }),
};

beforeEach(async () => {
  await sql`truncate tree, audit, change`.execute(office.db);
  await sql`insert into tree (tree_idx, name, marks) values (1, 'Oak', '{a,b}')`.execute(office.db);
});

interface Values {
  name?: string | undefined;
  height?: number | undefined;
  marks?: string[] | undefined;
}

const write = <T>(run: Parameters<typeof office.work.write<T>>[1]) => office.work.write(systemCaller('test'), run);
const change = (values: Values, version?: number, id = 1) =>
  write((ctx) =>
    changeRecord(ctx, kind, id, {
      version,
      values,
      write: async (differing) => {
        for (const [name, value] of Object.entries(differing))
          await sql`update tree set ${sql.ref(name)} = ${value}, version = version + 1`.execute(ctx.db);
      },
    }),
  );
const trail = () => office.db.selectFrom('audit').select(['action', 'before', 'after']).execute();
const changes = () => office.db.selectFrom('change').select(['kind', 'id']).execute();

describe('Changing a record', () => {
  test('writes and announces only what differs, and answers with its current state', async () => {
    const after = await change({ name: 'Elm', marks: ['a', 'b'], height: undefined }, 1);
    expect(after).toMatchObject({ name: 'Elm', version: 2 });
    expect(await trail()).toEqual([{ action: 'tree.updated', before: { name: 'Oak' }, after: { name: 'Elm' } }]);
    expect(await changes()).toEqual([{ kind: 'tree', id: '1' }]);
  });

  test('to the values it already has leaves no trace', async () => {
    expect(await change({ name: 'Oak', marks: ['a', 'b'] })).toMatchObject({ version: 1 });
    expect([await trail(), await changes()]).toEqual([[], []]);
  });

  test('over a newer version is refused with what is stored now', async () => {
    await change({ name: 'Elm' });
    await expect(change({ name: 'Ash' }, 1)).rejects.toMatchObject({
      status: 409,
      options: { details: { version: 2, record: { name: 'Elm', height: null } } },
    });
    expect(await trail()).toHaveLength(1);
  });

  test('that does not exist is refused with its own error', async () => {
    await expect(change({ name: 'Elm' }, undefined, 2)).rejects.toMatchObject({ status: 404, code: 'tree.gone' });
  });

  test('by two at once with the same version saves one of them', async () => {
    const saves = await Promise.allSettled([change({ name: 'Elm' }, 1), change({ name: 'Ash' }, 1)]);
    expect(saves.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

test('a record that was created or deleted is recorded without its empty fields', async () => {
  await write((ctx) => recordCreated(ctx, kind, 1));
  await write((ctx) =>
    removeRecord(ctx, kind, 1, async () => {
      await sql`delete from tree`.execute(ctx.db);
      return { leaves: 3 };
    }),
  );
  expect(await trail()).toEqual([
    { action: 'tree.created', before: null, after: { name: 'Oak', marks: ['a', 'b'] } },
    { action: 'tree.deleted', before: { name: 'Oak', marks: ['a', 'b'], leaves: 3 }, after: null },
  ]);
});
