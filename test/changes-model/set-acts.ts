import { expect } from 'vitest';
import { unitRow } from '#features/unit/unit-info.factory.ts';
import { must } from '../must.ts';
import { booksIn, type Doing, publishing } from './book-acts.ts';
import { bodyOf, collectionValues, fieldUnits, itemsIn, itemUnits, pricesOf } from './collection-acts.ts';
import { bookFields, cids, type Library, lastAct } from './library.ts';
import { roadmapUnit } from './list-acts.ts';
import { field, ordered, type Unit, type Value } from './model.ts';
import type { Turn } from './turn.ts';

/** A change that a release makes, and what it does. */
interface Put {
  kind: string;
  id: string;
  values: object;
  units: () => Unit[] | Promise<Unit[]>;
}

const byValue = (unit: Unit): Unit => ({ ...unit, isByValue: true });
const changes: ((library: Library, turn: Turn) => Put | undefined)[] = [
  (library, turn) => {
    const bid = turn.pick('book', booksIn(library)) ?? '';
    const fields = Object.fromEntries(
      turn.some('book fields', bookFields).map((name) => [name, turn.text(`b ${name}`)]),
    );
    const published = turn.isLikely('publishes', 0.3) ? turn.isLikely('published', 0.6) : undefined;
    const values: Record<string, Value> = { ...fields, ...(published !== undefined && { published }) };
    const units = async () => [
      ...Object.entries(fields).map(([name, value]) => field(library.model.set(`book/${bid}/${name}`, value))),
      ...(published === undefined ? [] : [field(await publishing(library, bid, published))]),
    ];
    return { kind: 'book', id: bid, values, units };
  },
  (library, turn) => {
    const bid = turn.pick('units of', booksIn(library)) ?? '';
    const title = turn.text('release units');
    const unitInfo = [unitRow(1, { unit_title: title })];
    const units = () => [field(library.model.set(`book/${bid}/units`, title))];
    return { kind: 'units', id: bid, values: { unitInfo }, units };
  },
  (library, turn) => {
    const cid = turn.pick('collection', cids) ?? '';
    const values = collectionValues(turn);
    const title = turn.text('release title');
    const cell = `collection/${cid}/text/ko/title`;
    const units = () => [...fieldUnits(library, cid, values), byValue(field(library.model.set(cell, title)))];
    return { kind: 'collection', id: cid, values: { ...bodyOf(values), multi_lang_data: { ko: { title } } }, units };
  },
  (library, turn) => {
    const cid = turn.pick('contents of', cids) ?? '';
    const { model } = library;
    if (model.get(`collection/${cid}/lock`) === true) return undefined;
    const missing = itemsIn(library).filter((key) => model.get(`collection/${cid}/has/${key}`) !== true);
    const keys = turn.some('items', missing);
    if (keys.length === 0) return undefined;
    const add = keys.map((key) => ({ content_type: key.split(':')[0], content_idx: Number(key.split(':')[1]) }));
    return {
      kind: 'contents',
      id: cid,
      values: { add, reason: 'New' },
      units: () => itemUnits(library, cid, keys, true),
    };
  },
  (library, turn) => {
    const sequence = turn.shuffled('series', library.model.get('series/order') as number[]);
    const units = () => [byValue(ordered(library.model, 'series/order', sequence))];
    return { kind: 'series', id: 'order', values: { sequence }, units };
  },
  (library, turn) => {
    const rows = turn.shuffled('rows', library.model.get('roadmap') as string[][]);
    if (rows.length < 2) return undefined;
    return { kind: 'roadmap', id: String(library.group), values: { rows }, units: () => [roadmapUnit(library, rows)] };
  },
  (library, turn) => {
    const item = turn.pick('item', library.model.get('guide/order') as number[]);
    if (item === undefined) return undefined;
    const title = turn.text('item title');
    const units = () => [byValue(field(library.model.set(`guide/${item}/title`, title)))];
    return { kind: 'guide', id: 'g', values: { edits: [{ itm_idx: item, title }] }, units };
  },
];

/** Lets time pass until something that was scheduled is applied. */
const untilApplied = ({ offices: [office] }: Library, status: () => Promise<string>) =>
  expect
    .poll(
      () => {
        office?.clock.advance(1000);
        return status();
      },
      { timeout: 60_000, interval: 10 },
    )
    .toBe('applied');

const release: Doing = async (library, turn) => {
  const { desk, model } = library;
  const chosen = turn.some('kinds', changes).flatMap((change) => change(library, turn) ?? []);
  if (chosen.length === 0) return;
  const { rel_idx: rel } = must(await turn.by.post('/api/v1/release', { name: turn.unique('R') }));
  const url = `/api/v1/release/${rel}`;
  for (const { kind, id, values } of chosen) must(await turn.by.put(`${url}/change`, { kind, id, values }));
  const units = async () => (await Promise.all(chosen.map(async ({ units: of }) => of()))).flat();
  if (turn.isLikely('by hand', 0.7)) {
    const { act_idx: act } = must(await turn.by.post(`${url}/apply`));
    model.done('release applied', act, 'many', await units());
    return;
  }
  must(await turn.by.put(url, { apply_at: desk.seconds() + 5 }));
  await untilApplied(library, async () => (await desk.read(rel)).status);
  model.done('release due', (await desk.read(rel)).act_idx, 'many', await units());
};

const schedule: Doing = async (library, turn) => {
  const { desk, model } = library;
  const cid = turn.pick('collection', cids) ?? '';
  const value = pricesOf(String(1 + Math.floor(turn.number('price') * 4)));
  const at = { cid, target: 'price', value, apply_at: desk.seconds() + 5 };
  const { res_idx: res } = must(await turn.by.post('/api/v1/reservation', at));
  await untilApplied(library, async () => must(await turn.by.get(`/api/v1/reservation/${res}`)).status);
  const act = await lastAct(library);
  model.done('scheduled change', act, 'fields', [field(model.set(`collection/${cid}/prices`, value))]);
};

export const setActs: Record<string, Doing> = { release, schedule };
