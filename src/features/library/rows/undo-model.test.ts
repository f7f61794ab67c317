import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';

/*
 * Two people change a few books one by one and many at once, and undo both, acts on many for some of their books too, in any
 * order. After each act the books and the answers are those of a model.
 */

let office: Office;
let people: Person[];
beforeAll(async () => {
  office = await startOffice();
  people = [office.admin, await office.signIn('eve', true)];
});
afterAll(() => office.close());

const numbers = [1, 2, 3, 4, 5, 6];
const bids = numbers.map((n) => `B${n}`);
type Field = 'title' | 'author';

/** What an act did to one book. */
interface Effect {
  bid: string;
  field: Field;
  before: string;
  undone: boolean;
}

interface ModelAct {
  act: number;
  isMany: boolean;
  /** Undone as a whole. */
  undone: boolean;
  effects: Effect[];
}

/** Numbers that look random and are the same in each run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test.each([1, 2, 3])('books undone alone, together and in any order are as a model says (seed %i)', async (seed) => {
  await sql`truncate book, audit, act_record restart identity cascade`.execute(office.db);
  const random = randomOf(seed);
  const pick = <T>(of: readonly T[]): T => of[random(of.length)] as T;
  const some = <T>(of: readonly T[]): T[] => of.filter(() => random(2) === 0);
  const books = numbers.map((n) => bookRow(n, { author: 'Ada Penrose' }));
  expect((await office.admin.post('/api/v1/book', { books, create_missing: true })).status).toBe(200);
  const now = new Map(numbers.map((n) => [`B${n}`, { title: `Book ${n}`, author: 'Ada Penrose' }]));
  const acts: ModelAct[] = [];

  const valueOf = (bid: string, field: Field) => now.get(bid)?.[field] ?? '';
  const put = (bid: string, field: Field, value: string) => Object.assign(now.get(bid) ?? {}, { [field]: value });
  const later = (of: ModelAct, bid: string) =>
    acts.slice(acts.indexOf(of) + 1).flatMap(({ effects }) => effects.filter((one) => one.bid === bid && !one.undone));
  const takeBack = (effects: readonly Effect[]) => {
    for (const one of effects) {
      put(one.bid, one.field, one.before);
      one.undone = true;
    }
  };
  const done = (act: number, isMany: boolean, changes: { bid: string; field: Field; value: string }[]) => {
    const effects = changes.map(({ bid, field }) => ({ bid, field, before: valueOf(bid, field), undone: false }));
    for (const { bid, field, value } of changes) put(bid, field, value);
    acts.push({ act, isMany, undone: false, effects });
  };

  const editOne = async (by: Person) => {
    const [bid, field, value] = [pick(bids), pick<Field>(['title', 'author']), `Text ${random(4)}`];
    if (valueOf(bid, field) === value) return;
    const { results } = (await by.put(`/api/v1/book/${bid}`, { [field]: value })).json;
    done(results.act_idx, false, [{ bid, field, value }]);
  };
  const editMany = async (by: Person) => {
    const [field, value] = [pick<Field>(['title', 'author']), `Text ${random(4)}`];
    const changed = some(bids).filter((bid) => valueOf(bid, field) !== value);
    if (changed.length === 0) return;
    const answer = await by.put('/api/v1/book/import', { books: changed.map((bid) => ({ bid, [field]: value })) });
    expect(answer).toMatchObject({ status: 200, json: { results: { success: true } } });
    const act = await sql<{ act: number }>`select max(act_idx) as act from audit`.execute(office.db);
    done(
      act.rows[0]?.act ?? 0,
      true,
      changed.map((bid) => ({ bid, field, value })),
    );
  };
  const undo = async (by: Person) => {
    if (acts.length === 0) return;
    const of = pick(acts);
    const path = `/api/v1/act/${of.act}/undo`;
    const effects = of.isMany && random(3) > 0 ? some(of.effects) : undefined;
    if (effects?.length === 0) return;
    const answer = effects ? await by.post(path, { ids: effects.map(({ bid }) => bid) }) : await by.post(path);
    const left = (effects ?? of.effects).filter(({ undone }) => !undone);
    if (of.undone || (effects && left.length === 0)) {
      expect(answer, JSON.stringify(of)).toMatchObject({ status: 409, json: { error: { code: 'undo.already' } } });
      return;
    }
    const isFree = ({ bid, field }: Effect) =>
      of.isMany ? later(of, bid).length === 0 : later(of, bid).every((one) => one.field !== field);
    const back = left.filter(isFree);
    if (!of.isMany && back.length === 0) {
      expect(answer).toMatchObject({ status: 409, json: { error: { code: 'undo.changed_since' } } });
      return;
    }
    const kept = (effects ?? left).length - back.length;
    expect(answer, JSON.stringify({ of, effects })).toMatchObject({
      status: 200,
      json: { results: { back: back.length, kept } },
    });
    takeBack(back);
    of.undone = effects === undefined;
  };

  for (let turn = 0; turn < 120; turn += 1) {
    await pick([editOne, editMany, undo, undo])(pick(people));
    const stored = await office.db.selectFrom('book').select(['bid', 'title', 'author']).orderBy('bid').execute();
    expect(stored, `turn ${turn}`).toEqual(bids.map((bid) => ({ bid, ...now.get(bid) })));
  }
});
