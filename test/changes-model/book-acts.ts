import { importDesk } from '#features/import/import.fixture.ts';
import { unitRow } from '#features/unit/unit-info.factory.ts';
import { must } from '../must.ts';
import { bookFields, type Library, lastAct, publishedAt } from './library.ts';
import { type Effect, field, type Unit } from './model.ts';
import type { Turn } from './turn.ts';

/** Does one act if there is something to do it to, and notes it in the model. */
export type Doing = (library: Library, turn: Turn) => Promise<void>;

const bookOf = (cell: string) => cell.split('/')[1] ?? '';

/** A book of an act on many: kept if anybody touched it in any part since, or published it otherwise than it was then. */
export function bookUnit({ model }: Library, bid: string, effects: Effect[]): Unit {
  const published = `book/${bid}/published`;
  const wasPublished = effects.find(({ cell }) => cell === published)?.after ?? model.get(published);
  return {
    id: bid,
    effects,
    isStoppedBy: (token) => token.startsWith(`book/${bid}/`) && token !== published,
    isBlocked: (now, since) => since.includes(published) && (now.get(published) === 0) !== (wasPublished === 0),
  };
}

/** All books, also those added by imports. */
export const booksIn = ({ model }: Library) =>
  [...model.now.keys()].filter((cell) => /^book\/[^/]+\/published$/.test(cell)).map(bookOf);

const wordsIn = ({ model }: Library) => [...model.now.keys()].filter((cell) => /^book\/[^/]+\/word\//.test(cell));
const sentencesIn = ({ model }: Library) =>
  [...model.now.keys()].filter((cell) => /^book\/[^/]+\/sentence\//.test(cell));
const idOf = (cell: string) => Number(cell.split('/')[3]);

const save: Doing = async (library, turn) => {
  const { model } = library;
  const bid = turn.pick('book', booksIn(library)) ?? '';
  const values = Object.fromEntries(turn.some('fields', bookFields).map((name) => [name, turn.text(name)]));
  const { act_idx: act } = must(await turn.by.put(`/api/v1/book/${bid}`, values));
  const units = Object.entries(values).map(([name, value]) => field(model.set(`book/${bid}/${name}`, value)));
  model.done('book saved', act, 'fields', units);
};

const change: Doing = async (library, turn) => {
  const { model } = library;
  const ids = turn.some('books', booksIn(library));
  const language = turn.text('language');
  const { act_idx: act } = must(await turn.by.put('/api/v1/book/change', { selection: { ids }, change: { language } }));
  const units = ids.map((bid) => bookUnit(library, bid, [model.set(`book/${bid}/language`, language)]));
  model.done('books changed', act, 'records', units);
};

/** What publishing a book did, or the opposite: one that was published isBlocked its moment. */
export async function publishing(library: Library, bid: string, published: boolean): Promise<Effect> {
  const cell = `book/${bid}/published`;
  const isSo = (library.model.get(cell) === 0) !== published;
  const at = published ? (await publishedAt(library, bid)) || 1 : 0;
  return library.model.set(cell, isSo ? library.model.get(cell) : at);
}

const publish: Doing = async (library, turn) => {
  const { model } = library;
  const bids = turn.some('books', booksIn(library));
  const published = turn.isLikely('published', 0.6);
  const { act_idx: act } = must(await turn.by.put('/api/v1/book', { bids, published }));
  const units = await Promise.all(
    // One book alone is an act on that book, which has no parts.
    bids.map(async (bid) => field(await publishing(library, bid, published), bids.length > 1 ? { id: bid } : {})),
  );
  model.done('books published', act, 'records', units);
};

/** Books that rows set the author and the genre of, and those they add. */
function rowUnits(library: Library, rows: readonly Record<string, string>[]): Unit[] {
  const { model } = library;
  return rows.map(({ bid = '', ...cells }) => {
    const isNew = model.get(`book/${bid}/published`) === undefined;
    const given = Object.entries(cells).filter(([name]) => bookFields.includes(name as 'title'));
    const effects = given.map(([name, value]) => model.set(`book/${bid}/${name}`, value));
    if (isNew) {
      const missing = bookFields.filter((name) => !(name in cells));
      effects.push(...[...missing, 'language', 'units'].map((name) => model.set(`book/${bid}/${name}`, null)));
      effects.push(model.set(`book/${bid}/published`, 0));
    }
    return bookUnit(library, bid, effects);
  });
}

const rowsFor = (library: Library, turn: Turn): Record<string, string>[] => [
  ...turn
    .some('books', booksIn(library))
    .map((bid) => ({ bid, author: turn.text(`author ${bid}`), genre: turn.text(`genre ${bid}`) })),
  ...(turn.isLikely('new', 0.4)
    ? [{ bid: turn.unique('N'), title: turn.text('title'), series: 'First', level: 'One' }]
    : []),
];

const importRows: Doing = async (library, turn) => {
  const { model } = library;
  const rows = rowsFor({ ...library }, turn);
  const series = model.text(`series/${library.first}`);
  const level = model.text(`level/${library.level}`);
  const added = (row: Record<string, string>) => ({
    ...row,
    ...('series' in row && { series, level, isbn_print: `${row['bid']}p`, isbn_spindle: `${row['bid']}s` }),
  });
  const units = rowUnits(library, rows);
  const changes = units.some(({ effects }) => effects.some(({ before, after }) => before !== after));
  const before = await lastAct(library);
  const [fresh, known] = [rows.filter((row) => 'series' in row), rows.filter((row) => !('series' in row))];
  if (turn.isLikely('sheet', 0.4)) {
    if (!changes) return;
    const desk = importDesk(() => ({ ...library.offices[0], admin: turn.by }) as never);
    const whole = known.map(({ bid = '', ...cells }) => ({
      ...sheetRow(library, bid, { series, level }),
      bid,
      ...cells,
    }));
    const id = await desk.stage([...whole, ...fresh.map((row) => ({ format: 'SPINDLE', ...added(row) }))]);
    must(await turn.by.put(`/api/v1/import/${id}`, { update: true, create_missing: true }));
    const { status } = await desk.apply(id);
    if (status !== 'applied') throw new Error(`The import is ${status}`);
    model.done('sheet imported', await lastAct(library), 'records', units);
    return;
  }
  const own = units.filter(({ id }) => known.some(({ bid }) => bid === id));
  must(await turn.by.put('/api/v1/book/import', { books: known }));
  const act = await lastAct(library);
  if (act > before) model.done('rows imported', act, 'records', own);
  if (fresh.length === 0) return;
  must(await turn.by.post('/api/v1/book', { books: fresh.map(added) }));
  model.done('rows added', await lastAct(library), 'records', rowUnits(library, fresh));
};

/** The cells of a book that a sheet must have. */
function sheetRow({ model }: Library, bid: string, names: { series: string; level: string }) {
  const texts = bookFields.map((name): [string, string] => [name, model.text(`book/${bid}/${name}`)]);
  return { ...Object.fromEntries(texts), ...names, format: 'SPINDLE', isbn_print: `${bid}p`, isbn_spindle: `${bid}s` };
}

const saveUnits: Doing = async (library, turn) => {
  const { model } = library;
  const bid = turn.pick('book', library.bids) ?? '';
  const title = turn.text('units');
  const body = { bid, bidx: library.bidxs.get(bid), unitInfo: [unitRow(1, { unit_title: title })] };
  const { status, json } = await turn.by.post('/api/v5/book/unit', body);
  if (status !== 200) throw new Error(`Units: ${status}`);
  model.done('units saved', json.data.act_idx, 'whole', [field(model.set(`book/${bid}/units`, title))]);
};

const addWord: Doing = async (library, turn) => {
  const { model } = library;
  const bid = turn.pick('book', booksIn(library)) ?? '';
  const word = turn.unique('word');
  const { word_idx: id, act_idx: act } = must(await turn.by.post(`/api/v1/book/${bid}/word`, { word }));
  const cell = `book/${bid}/word/${id}`;
  const words = sentenceWords(library);
  const isBlocked: Unit['isBlocked'] = (now) => [...words].some(([sentence, of]) => of === cell && now.has(sentence));
  model.done('word added', act, 'whole', [field(model.set(cell, word), { isBlocked })]);
};

const renameWord: Doing = async (library, turn) => {
  const { model } = library;
  const cell = turn.pick('word', wordsIn(library));
  if (!cell) return;
  const word = turn.unique('word');
  const url = `/api/v1/book/${bookOf(cell)}/word/${idOf(cell)}`;
  const { act_idx: act } = must(await turn.by.put(url, { word }));
  model.done('word renamed', act, 'fields', [field(model.set(cell, word))]);
};

/** The sentences of a word, by what was noted when they were added. */
const wordOf = new WeakMap<object, Map<string, string>>();
const sentenceWords = ({ model }: Library) => {
  const known = wordOf.get(model) ?? new Map<string, string>();
  wordOf.set(model, known);
  return known;
};

const removeWord: Doing = async (library, turn) => {
  const { model } = library;
  const cell = turn.pick('word', wordsIn(library));
  if (!cell) return;
  const own = sentencesIn(library).filter((one) => sentenceWords(library).get(one) === cell);
  const { act_idx: act } = must(await turn.by.delete(`/api/v1/book/${bookOf(cell)}/word/${idOf(cell)}`));
  const effects = [cell, ...own].map((one) => model.set(one, undefined));
  model.done('word deleted', act, 'whole', [{ effects, isStoppedBy: () => false }]);
};

const addSentence: Doing = async (library, turn) => {
  const { model } = library;
  const cell = turn.pick('word', wordsIn(library));
  if (!cell) return;
  const [bid, sentence] = [bookOf(cell), `${turn.unique('It is')}.`];
  const form = { bid, word_idx: String(idOf(cell)), word: model.text(cell), sentence, mdr_targeted: 'N' };
  const { sent_idx: id, act_idx: act } = must(await turn.by.form('/api/v1/sentence', form));
  const own = `book/${bid}/sentence/${id}`;
  sentenceWords(library).set(own, cell);
  model.done('sentence added', act, 'whole', [field(model.set(own, sentence))]);
};

const editSentence: Doing = async (library, turn) => {
  const { model } = library;
  const cell = turn.pick('sentence', sentencesIn(library));
  if (!cell) return;
  const sentence = `${turn.unique('Now it is')}.`;
  const { act_idx: act } = must(await turn.by.form(`/api/v1/sentence/${idOf(cell)}`, { sentence }));
  model.done('sentence edited', act, 'fields', [field(model.set(cell, sentence))]);
};

const removeSentence: Doing = async (library, turn) => {
  const { model } = library;
  const cell = turn.pick('sentence', sentencesIn(library));
  if (!cell) return;
  const { act_idx: act } = must(await turn.by.delete(`/api/v1/sentence/${idOf(cell)}`));
  const needs = [sentenceWords(library).get(cell) ?? ''];
  model.done('sentence deleted', act, 'whole', [
    { effects: [model.set(cell, undefined)], isStoppedBy: () => false, needs },
  ]);
};

export const bookActs: Record<string, Doing> = {
  save,
  change,
  publish,
  saveUnits,
  importRows,
  addWord,
  renameWord,
  removeWord,
  addSentence,
  editSentence,
  removeSentence,
};
