import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addMany } from '#test/many-rows.ts';
import { startWork, type TestWork } from '#test/work.ts';
import { countSelected, type Selectable, type Selection, selectionOf, writeSelected } from './selection.ts';

interface Filter {
  colour?: string | undefined;
}

let office: TestWork;
beforeAll(async () => {
  office = await startWork();
  await sql`
    create table pebble (peb_idx integer generated always as identity primary key, name text, colour text, polished boolean default false)`.execute(
    office.db,
  );
  await addMany(
    office.db,
    'pebble',
    sql`
    insert into pebble (name, colour) select 'p' || n, case n % 3 when 0 then 'red' else 'grey' end from generate_series(1, 12000) n`,
  );
});
afterAll(() => office.close());

const pebbles: Selectable<Filter> = {
  from: sql`pebble p`,
  key: sql`p.peb_idx`,
  id: sql`p.name`,
  matches: ({ colour }) => (colour === undefined ? sql`true` : sql`p.colour = ${colour}`),
};
const would = sql<boolean>`not p.polished`;
const count = (selection: Selection<Filter>) => countSelected(office.db, pebbles, selection, would);

describe('A selection', () => {
  test('is all that a filter finds except the exceptions, or the named records', async () => {
    expect(await count({ filter: { colour: 'red' }, except: ['p3', 'p4'] })).toEqual({ count: 3999, changed: 3999 });
    expect(await count({ filter: {}, except: [] })).toEqual({ count: 12_000, changed: 12_000 });
    expect(await count({ ids: ['p1', 'p2', 'nobody'] })).toEqual({ count: 2, changed: 2 });
  });

  test('is written in batches, in order, each record once, though writing changes what the filter finds', async () => {
    const batches: number[][] = [];
    const reports: string[] = [];
    const write = async (keys: readonly number[]) => {
      batches.push([...keys]);
      const written = sql`update pebble set polished = true, colour = 'grey' where peb_idx = any(${keys}::integer[])`;
      return Number((await written.execute(office.db)).numAffectedRows);
    };
    const progress = { report: (done: number, total: number) => void reports.push(`${done}/${total}`) };
    const all = { filter: { colour: 'grey' }, except: ['p1'] };
    expect(await writeSelected(office.db, pebbles, all, { write, progress })).toBe(7999);
    expect(batches.map((keys) => keys.length)).toEqual([5000, 2999]);
    expect(batches.flat()).toEqual(batches.flat().toSorted((a, b) => a - b));
    expect(reports).toEqual(['0/7999', '5000/7999', '7999/7999']);
    expect(await count({ filter: {}, except: [] })).toEqual({ count: 12_000, changed: 4001 });
  });

  const schema = selectionOf(z.string(), z.strictObject({ colour: z.string().optional() }));
  test.each([
    [{ filter: {} }, true],
    [{ filter: { colour: 'red' }, except: ['p1'] }, true],
    [{ ids: ['p1'] }, true],
    [{ ids: [] }, false],
    [{ filter: { size: 1 } }, false],
    [{ ids: ['p1'], filter: {} }, false],
    [{}, false],
  ])('%j is valid: %s', async (given, is) => {
    expect((await schema.safeParseAsync(given)).success).toBe(is);
  });
});
