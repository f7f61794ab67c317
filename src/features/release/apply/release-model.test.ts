import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { pick, seeded } from '#test/hostile.ts';
import { releaseDesk } from '../release.fixture.ts';

// `npm run test:long` does more acts, with its own seed.
const acts = process.env['TEST_LONG'] ? 3000 : 120;
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_124);

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
const desk = releaseDesk(() => office);

type Value = string | boolean;
type Fields = Record<string, Value>;

/** A field of a record has a value, and a history: which acts set it, in order. */
interface Cell {
  value: Value;
  /** The trail names texts of collections as a whole: who set one is not known. */
  isText: boolean;
  setBy: number[];
}

interface Change {
  of: Target;
  fields: Fields;
  base: Fields;
  anyway: boolean;
}

interface Draft {
  relIdx: number;
  changes: Map<string, Change>;
}

/** What a release did, for its undo. */
interface Applied {
  /** Its number in the model, and the act that applied it. */
  number: number;
  act: number;
  did: { cell: Cell; before: Value; after: Value }[];
}

interface Target {
  kind: 'book' | 'collection';
  id: string;
}

/** What readers should see, kept beside the product by the rules that staff are told. */
class Model {
  readonly cells = new Map<string, Cell>();
  readonly undone = new Set<number>();
  private acts = 0;

  cell({ kind, id }: Target, name: string): Cell {
    const key = `${kind} ${id} ${name}`;
    const cell = this.cells.get(key) ?? { value: '', isText: name === 'title', setBy: [] };
    this.cells.set(key, cell);
    return cell;
  }

  next(): number {
    this.acts += 1;
    return this.acts;
  }

  now(of: Target, fields: Fields): Fields {
    return Object.fromEntries(Object.keys(fields).map((name) => [name, this.cell(of, name).value]));
  }

  /** Sets fields; returns what that changed. */
  set(of: Target, fields: Fields, number = this.next()): Applied['did'] {
    return Object.entries(fields).flatMap(([name, after]) => {
      const cell = this.cell(of, name);
      const before = cell.value;
      if (before === after) return [];
      cell.value = after;
      cell.setBy.push(number);
      return [{ cell, before, after }];
    });
  }

  /** The fields of a change that have another value than when it was put in, and than the one it sets. */
  conflicts({ of, fields, base, anyway }: Change): Fields {
    const now = Object.entries(this.now(of, fields));
    return anyway ? {} : Object.fromEntries(now.filter(([name, has]) => has !== base[name] && has !== fields[name]));
  }

  /** Takes a release back, but for what somebody has set since. */
  undo({ number, did }: Applied): void {
    for (const { cell, before, after } of did) {
      const since = cell.isText ? [] : cell.setBy.slice(cell.setBy.indexOf(number) + 1);
      if (cell.value === after && since.every((other) => this.undone.has(other))) cell.value = before;
    }
    this.undone.add(number);
  }
}

test(
  `${acts} random edits, releases, reservations and undos leave readers what a model of them says (seed ${seed})`,
  async () => {
    const random = seeded(seed);
    const one = <T>(from: readonly T[]): T => pick(random, from);
    const { admin } = office;
    const series = await desk.addSeries('First');
    const level = await desk.addLevel(series, 'One');
    await desk.addBooks(series, level, 3, { genre: 'g', author: 'a', published_at: new Date(0).toISOString() });
    const books = [1, 2, 3].map((n): Target => ({ kind: 'book', id: `b${level}-${n}` }));
    const collections = ['one', 'two'].map((id): Target => ({ kind: 'collection', id }));
    const model = new Model();
    for (const book of books) model.set(book, { genre: 'g', author: 'a', published: true });
    for (const of of collections) {
      await desk.add(of.id, { title: 't', is_public: 'O', prices: priced('1') });
      model.set(of, { is_public: 'O', title: 't', prices: '1' });
    }

    const chosen = (): [Target, Fields] => {
      const fields = (all: Fields): Fields => {
        const names = Object.keys(all).filter(() => random() < 0.5);
        return Object.fromEntries((names.length > 0 ? names : Object.keys(all)).map((name) => [name, all[name] ?? '']));
      };
      const text = () => one(['red', 'green', 'blue']);
      if (random() < 0.5) return [one(books), fields({ genre: text(), author: text(), published: random() < 0.6 })];
      return [
        one(collections),
        fields({ is_public: one(['O', 'O', 'X']), title: text(), prices: one(['1', '2', '3']) }),
      ];
    };
    const edit = async () => {
      const [of, fields] = chosen();
      const { published, ...plain } = fields;
      if (of.kind === 'collection') desk.must(await desk.change(of.id, valuesOf(plain)));
      else {
        if (Object.keys(plain).length > 0) desk.must(await admin.put(`/api/v1/book/${of.id}`, plain));
        if (published !== undefined) desk.must(await admin.put('/api/v1/book', { bids: [of.id], published }));
      }
      model.set(of, fields);
    };

    let drafts: Draft[] = [];
    const done: Applied[] = [];
    const put = async () => {
      if (drafts.length < 3) drafts.push({ relIdx: await desk.release(`R${model.next()}`), changes: new Map() });
      const { relIdx, changes } = one(drafts);
      const [of, fields] = chosen();
      const chgIdx = await desk.putIn(relIdx, of.kind, of.id, valuesOf(fields));
      changes.set(String(chgIdx), { of, fields, base: model.now(of, fields), anyway: false });
    };
    const decide = async ({ relIdx, changes }: Draft) => {
      for (const [chgIdx, change] of changes) {
        const found = model.conflicts(change);
        if (Object.keys(found).length === 0) continue;
        const decision = one(['anyway', 'rebase']);
        desk.must(await desk.decide(relIdx, Number(chgIdx), decision));
        if (decision === 'anyway') change.anyway = true;
        else Object.assign(change, { fields: { ...change.fields, ...found }, base: { ...change.base, ...found } });
      }
    };
    const isDecided = ({ changes }: Draft) =>
      [...changes.values()].every((change) => Object.keys(model.conflicts(change)).length === 0);
    const applied = (draft: Draft, act: number) => {
      const number = model.next();
      const did = [...draft.changes.values()].flatMap(({ of, fields }) => model.set(of, fields, number));
      done.push({ number, act, did });
      drafts = drafts.filter((other) => other !== draft);
    };
    /** Applies a release by hand or at its time; one that needs a decision is refused, and changes nothing. */
    const apply = async () => {
      const draft = drafts.find(({ changes }) => changes.size > 0);
      if (!draft) return;
      if (random() < 0.7) await decide(draft);
      if (random() < 0.5) {
        const answer = await desk.apply(draft.relIdx);
        expect(answer.status).toBe(isDecided(draft) ? 200 : 409);
        if (answer.status === 200) applied(draft, answer.json.results.act_idx);
        return;
      }
      desk.must(await admin.put(`/api/v1/release/${draft.relIdx}`, { apply_at: desk.seconds() + 10 }));
      if (random() < 0.5) await edit();
      const read = () => desk.read(draft.relIdx);
      await comes(async () => (await read()).status);
      const { status, act_idx: act } = await read();
      expect(status).toBe(isDecided(draft) ? 'applied' : 'failed');
      if (status === 'applied') applied(draft, act);
    };
    const reserve = async () => {
      const of = one(collections);
      const prices = one(['1', '2', '3']);
      const body = { cid: of.id, target: 'price', value: priced(prices), apply_at: desk.seconds() + 10 };
      const { res_idx: resIdx } = desk.must(await admin.post('/api/v1/reservation', body));
      const { value: base } = model.cell(of, 'prices');
      if (random() < 0.5) await edit();
      const status = async () => desk.must(await admin.get(`/api/v1/reservation/${resIdx}`)).status;
      await comes(status);
      const { value } = model.cell(of, 'prices');
      const isFree = value === base || value === prices;
      expect(await status()).toBe(isFree ? 'applied' : 'failed');
      if (isFree) model.set(of, { prices });
      else desk.must(await admin.delete(`/api/v1/reservation/${resIdx}`));
    };
    const undo = async () => {
      const [release] = done.splice(Math.floor(random() * done.length), 1);
      if (!release) return;
      desk.must(await desk.undo(release.act));
      model.undo(release);
    };
    const comes = (status: () => Promise<string>) =>
      expect
        .poll(
          () => {
            office.clock.advance(1000);
            return status();
          },
          { timeout: 20_000, interval: 20 },
        )
        .not.toBe('scheduled');

    const steps = { edit, put, apply, reserve, undo };
    const names = ['edit', 'edit', 'put', 'put', 'put', 'apply', 'apply', 'reserve', 'undo'] as const;
    for (let n = 0; n < acts; n++) {
      office.clock.advance(1000);
      const name = one(names);
      await steps[name]();
      const expected = [...books, ...collections].flatMap((of) => shownOf(model, of));
      expect(await seenByReaders(), `after act ${n}: ${name}`).toEqual(expected.toSorted());
    }
    expect(model.undone.size).toBeGreaterThan(acts / 30);
  },
  acts * 2000,
);

const priced = (price: Value) => [{ currency: 'KRW', price: String(price) }];

const valuesOf = ({ prices, ...fields }: Fields) => ({
  ...fields,
  ...(prices !== undefined && { prices: priced(prices) }),
});

/** A record as a line, or nothing if readers do not see it. */
function shownOf(model: Model, of: Target): string[] {
  const value = (name: string) => model.cell(of, name).value;
  if (of.kind === 'book') return value('published') === true ? [`${of.id} ${value('genre')} ${value('author')}`] : [];
  return value('is_public') === 'O' ? [`${of.id} ${value('title')} ${value('prices')}`] : [];
}

async function seenByReaders(): Promise<string[]> {
  const books: { bid: string; genre: string; author: string }[] = await desk.results('books');
  const collections: { cid: string; title: string; prices: { price: string }[] }[] = await desk.results('collections');
  return [
    ...books.map(({ bid, genre, author }) => `${bid} ${genre} ${author}`),
    ...collections.map(({ cid, title, prices }) => `${cid} ${title} ${prices[0]?.price}`),
  ].toSorted();
}
