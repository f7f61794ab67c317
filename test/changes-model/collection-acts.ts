import { price } from '#features/release/release.fixture.ts';
import { rowsOf, sheetFile, textsDesk } from '#features/texts/texts.fixture.ts';
import { must } from '../must.ts';
import type { Doing } from './book-acts.ts';
import { cids, type Library, textFields, textLocales } from './library.ts';
import { appended, field, ordered, removed, type Unit, type Value } from './model.ts';
import type { Turn } from './turn.ts';

const one = (turn: Turn) => turn.pick('collection', cids) ?? '';
const cellOf = (cid: string, name: string) => `collection/${cid}/${name}`;
const textCell = (cid: string, locale: string, name: string) => `collection/${cid}/text/${locale}/${name}`;
const touches = (cid: string) => (token: string) => token.startsWith(`collection/${cid}/`);

export const pricesOf = (amount: string) => [
  { ...price(amount)[0], discounted_price: null, subscription_period: 0, display_order: 1 },
];

/** Fields of a collection and what they may become. */
export function collectionValues(turn: Turn): Record<string, Value> {
  return Object.fromEntries(
    turn.some('fields', ['is_public', 'cefr_level', 'prices', 'label']).map((name): [string, Value] => {
      if (name === 'is_public') return [name, turn.isLikely('public', 0.7) ? 'O' : 'X'];
      if (name === 'prices') return [name, pricesOf(String(1 + Math.floor(turn.number('price') * 4)))];
      return [name, turn.text(name)];
    }),
  );
}

/** The values of a call that sets these fields; only schools have a label. */
export const bodyOf = (values: Record<string, Value>) => ({
  ...values,
  ...('label' in values && { exposed_type: 'lms' }),
});

/** Each field a unit, but for those that belong together. */
export function fieldUnits({ model }: Library, cid: string, values: Record<string, Value>): Unit[] {
  return Object.entries(bodyOf(values)).map(([name, value]) => {
    const related = { label: 'exposed_type', exposed_type: 'label' }[name];
    const tokens = [name, related].map((each) => cellOf(cid, String(each)));
    return field(model.set(cellOf(cid, name), value), { isStoppedBy: (token) => tokens.includes(token) });
  });
}

const save: Doing = async (library, turn) => {
  const { model } = library;
  const cid = one(turn);
  const values = collectionValues(turn);
  const title = turn.isLikely('titled', 0.3) ? turn.text('title') : undefined;
  const body = { ...bodyOf(values), ...(title !== undefined && { title }) };
  const { act_idx: act } = must(await turn.by.put(`/api/v5/collection/${cid}`, body));
  const units = fieldUnits(library, cid, values);
  if (title !== undefined) units.push(field(model.set(textCell(cid, 'en', 'title'), title)));
  model.done('collection saved', act, 'fields', units);
};

const saveTexts: Doing = async (library, turn) => {
  const { model } = library;
  const cid = one(turn);
  const chosen = turn.some(
    'texts',
    textLocales.flatMap((locale) => textFields.map((name) => `${locale}/${name}`)),
  );
  const texts: Record<string, Record<string, string>> = {};
  const units = chosen.map((path) => {
    const [locale = '', name = ''] = path.split('/');
    const text = turn.text(path);
    texts[locale] = { ...texts[locale], [name]: text };
    return field(model.set(textCell(cid, locale, name), text));
  });
  const { act_idx: act } = must(await turn.by.put(`/api/v5/collection/${cid}/texts`, { texts }));
  model.done('texts saved', act, 'fields', units);
};

const importTexts: Doing = async (library, turn) => {
  const { model } = library;
  const desk = textsDesk(() => ({ ...library.offices[0], admin: turn.by }) as never);
  const [heading = [], ...rows] = await rowsOf((await desk.out('from=en&to=ko,es&only=all&as=xlsx')).bytes);
  const units: Unit[] = [];
  const back = rows.map((cells) => {
    const [, cid = '', name = ''] = (cells[0] ?? '').split(':');
    return cells.map((text, nth) => {
      const locale = heading[nth] ?? '';
      if (!['ko', 'es'].includes(locale) || !turn.isLikely(`${cid} ${name} ${locale}`, 0.3)) return text;
      const given = turn.text(`text ${cid} ${name} ${locale}`);
      units.push(field(model.set(textCell(cid, locale, name), given), { isByValue: true }));
      return given;
    });
  });
  if (!units.some(({ effects: [effect] }) => effect?.before !== effect?.after)) return;
  const id = await desk.stage(await sheetFile([heading, ...back]));
  const { act_idx: act } = must(await desk.apply(id));
  model.done('texts imported', act, 'many', units);
};

const lock: Doing = async (library, turn) => {
  const { model, cidxs } = library;
  const cid = one(turn);
  const wanted = turn.isLikely('locked', 0.35);
  const { act_idx: act } = must(await turn.by.put('/api/v5/collection/lock', { cidx: cidxs.get(cid), lock: wanted }));
  model.done('collection locked', act, 'fields', [field(model.set(cellOf(cid, 'lock'), wanted))]);
};

const advertise: Doing = async (library, turn) => {
  const { model, cidxs } = library;
  const cid = one(turn);
  const cidx = cidxs.get(cid) ?? 0;
  const isOn = (model.get('advertised') as number[]).includes(cidx);
  const { act_idx: act } = must(await turn.by.put('/api/v1/collection/advertisement', { cidx, adsOn: !isOn }));
  const effect = (isOn ? removed : appended)(model, 'advertised', cidx);
  model.done('collection advertised', act, 'whole', [field({ ...effect, token: cellOf(cid, 'ads') })]);
};

const orderAdvertised: Doing = async (library, turn) => {
  const { model } = library;
  const sequence = turn.shuffled('order', model.get('advertised') as number[]);
  if (sequence.length < 2) return;
  const { act_idx: act } = must(await turn.by.put('/api/v1/collection/advertisement/order', { sequence }));
  model.done('advertised ordered', act, 'whole', [ordered(model, 'advertised', sequence)]);
};

/** The items that contents may have. */
export const itemsIn = (library: Library) => [
  `series:${library.first}`,
  `level:${library.level}`,
  ...library.bids.map((bid) => `book:${library.bidxs.get(bid)}`),
];
const asItem = (key: string) => {
  const [content_type, idx] = key.split(':');
  return { content_type, content_idx: Number(idx) };
};

/** Each item a unit, kept if it was added or removed since, or while the contents are locked. */
export const itemUnits = ({ model }: Library, cid: string, keys: readonly string[], isAdded: boolean): Unit[] =>
  keys.map((key) => field(model.set(cellOf(cid, `has/${key}`), isAdded ? true : undefined)));

/** Contents stay while they are locked: what is to undo a change of them is refused. */
const whileLocked = (cid: string) => ({
  isBlocked: (now: ReadonlyMap<string, Value>) => now.get(cellOf(cid, 'lock')) === true,
});

const contents: Doing = async (library, turn) => {
  const { model } = library;
  const cid = one(turn);
  if (model.get(cellOf(cid, 'lock')) === true) return;
  const [there, missing] = [true, false].map((isThere) =>
    itemsIn(library).filter((key) => (model.get(cellOf(cid, `has/${key}`)) === true) === isThere),
  );
  const isAdded = (there ?? []).length === 0 || turn.isLikely('add', 0.6);
  const keys = turn.some('items', (isAdded ? missing : there) ?? []);
  if (keys.length === 0) return;
  const body = { [isAdded ? 'add' : 'remove']: keys.map(asItem), reason: 'because' };
  const { act_idx: act } = must(await turn.by.put(`/api/v5/collection/${cid}/contents`, body));
  model.done('contents changed', act, 'many', itemUnits(library, cid, keys, isAdded), whileLocked(cid));
};

const restore: Doing = async (library, turn) => {
  const { model, versions } = library;
  const cid = one(turn);
  const known = versions.get(cid) ?? new Map();
  const verIdx = turn.pick('version', [...known.keys()]);
  if (verIdx === undefined) return;
  const then: ReadonlyMap<string, Value> = known.get(verIdx) ?? new Map();
  const own = [...new Set([...then.keys(), ...model.now.keys()])].filter(touches(cid));
  const cells = own.filter((cell) => cell !== cellOf(cid, 'lock'));
  const effects = cells.map((cell) => model.set(cell, then.get(cell)));
  const isExchanged = effects.some(({ cell, before, after }) => cell.includes('/has/') && before !== after);
  if (isExchanged && model.get(cellOf(cid, 'lock')) === true) return;
  const answer = await turn.by.post(`/api/v5/collection/${cid}/version/${verIdx}/restore`, {});
  const { act_idx: act } = must(answer);
  const over = isExchanged ? whileLocked(cid) : {};
  model.done('version restored', act, 'whole', [{ effects, isStoppedBy: touches(cid), ignoresRemoved: true }], over);
};

export const collectionActs: Record<string, Doing> = {
  saveCollection: save,
  saveTexts,
  importTexts,
  lock,
  advertise,
  orderAdvertised,
  contents,
  restore,
};
