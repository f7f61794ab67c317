import { must } from '../must.ts';
import type { Doing } from './book-acts.ts';
import type { Library } from './library.ts';
import { appended, field, ordered, removed, type Unit } from './model.ts';

type Rows = string[][];

/** Small records in an order: series, levels of a series, items of a guide. */
interface Listed {
  name: 'series' | 'level' | 'guide';
  /** The first so many stay: books and contents are in them. */
  fixed: number;
  create: (library: Library, title: string) => [string, object];
  rename: (id: number) => string;
  remove: (id: number) => string;
  order: (library: Library, ids: number[]) => [string, unknown];
  id: (results: Record<string, never>) => number;
}

const listed: readonly Listed[] = [
  {
    name: 'series',
    fixed: 1,
    create: (_, title) => ['/api/v1/series', { title }],
    rename: (id) => `/api/v1/series/${id}`,
    remove: (id) => `/api/v1/series/${id}`,
    order: (_, ids) => ['/api/v1/series/difficulty', ids],
    id: ({ ser_idx: id }) => Number(id),
  },
  {
    name: 'level',
    fixed: 1,
    create: ({ first: ser_idx }, title) => ['/api/v1/level', { ser_idx, title }],
    rename: (id) => `/api/v1/level/${id}`,
    remove: (id) => `/api/v1/level/${id}`,
    order: ({ first }, sequence) => [`/api/v2/level/${first}`, { sequence }],
    id: ({ lev_idx: id }) => Number(id),
  },
];

const idsIn = ({ model }: Library, name: string) => model.get(`${name}/order`) as number[];

/** The acts on records of one list. */
const actsOn = ({ name, fixed, create, rename, remove, order, id }: Listed): Record<string, Doing> => ({
  [`${name}Create`]: async (library, turn) => {
    const { model } = library;
    const title = turn.unique(name);
    const results = must(await turn.by.post(...create(library, title)));
    const own = id(results);
    const effects = [model.set(`${name}/${own}`, title), appended(model, `${name}/order`, own)];
    const isStoppedBy = (token: string) => token === `${name}/${own}`;
    model.done(`${name} created`, results.act_idx, 'whole', [{ effects, isStoppedBy }]);
  },
  [`${name}Rename`]: async (library, turn) => {
    const { model } = library;
    const own = turn.pick('which', idsIn(library, name)) ?? 0;
    const title = turn.unique(name);
    const { act_idx: act } = must(await turn.by.put(rename(own), { title }));
    model.done(`${name} renamed`, act, 'fields', [field(model.set(`${name}/${own}`, title))]);
  },
  [`${name}Delete`]: async (library, turn) => {
    const { model } = library;
    const own = turn.pick(
      'which',
      idsIn(library, name).filter((one) => one > fixed),
    );
    if (own === undefined || (name === 'series' && own === library.first)) return;
    const answer = await turn.by.delete(remove(own));
    // Something contains it.
    if (answer.status === 409) return;
    const { act_idx: act } = must(answer);
    const effects = [model.set(`${name}/${own}`, undefined), removed(model, `${name}/order`, own)];
    model.done(`${name} deleted`, act, 'whole', [{ effects, isStoppedBy: () => false }]);
  },
  [`${name}Order`]: async (library, turn) => {
    const { model } = library;
    const ids = turn.shuffled('order', idsIn(library, name));
    const { act_idx: act } = must(await turn.by.put(...order(library, ids)));
    model.done(`${name} ordered`, act, 'whole', [ordered(model, `${name}/order`, ids)]);
  },
});

const guide = '/api/v1/extra/series_guide';

const guideActs: Record<string, Doing> = {
  guideAdd: async (library, turn) => {
    const { model } = library;
    const title = turn.unique('item');
    const { item, act_idx: act } = must(await turn.by.post(guide, { gui_id: 'g', title }));
    const own = Number(item.itm_idx);
    const effects = [
      model.set(`guide/${own}/title`, title),
      model.set(`guide/${own}/link_title`, ''),
      appended(model, 'guide/order', own),
    ];
    const isStoppedBy = (token: string) => token.startsWith(`guide/${own}/`);
    model.done('item added', act, 'whole', [{ effects, isStoppedBy }]);
  },
  guideEdit: async (library, turn) => {
    const { model } = library;
    const own = turn.pick('item', idsIn(library, 'guide'));
    if (own === undefined) return;
    const values = Object.fromEntries(
      turn.some('fields', ['title', 'link_title']).map((name) => [name, turn.text(name)]),
    );
    const { act_idx: act } = must(await turn.by.post(guide, { _method: 'PUT', itm_idx: own, ...values }));
    const units = Object.entries(values).map(([name, text]) => field(model.set(`guide/${own}/${name}`, text)));
    model.done('item edited', act, 'fields', units);
  },
  guideDelete: async (library, turn) => {
    const { model } = library;
    const items = idsIn(library, 'guide');
    const own = turn.pick('item', items);
    // The guide goes with its last item.
    if (own === undefined || items.length < 2) return;
    const { act_idx: act } = must(await turn.by.delete(`${guide}/${own}`));
    const texts = ['title', 'link_title'].map((name) => model.set(`guide/${own}/${name}`, undefined));
    const effects = [...texts, removed(model, 'guide/order', own)];
    model.done('item deleted', act, 'whole', [{ effects, isStoppedBy: () => false }]);
  },
  guideOrder: async (library, turn) => {
    const { model } = library;
    const items = turn.shuffled('order', idsIn(library, 'guide'));
    const { act_idx: act } = must(await turn.by.put(guide, { items }));
    model.done('items ordered', act, 'whole', [ordered(model, 'guide/order', items)]);
  },
};

const categories = ({ model }: Library) =>
  [...model.now.keys()].filter((cell) => cell.startsWith('category/')).map((cell) => cell.split('/')[1] ?? '');

const categoryActs: Record<string, Doing> = {
  categoryCreate: async (library, turn) => {
    const title = turn.unique('category');
    const { cat_idx: id, act_idx: act } = must(await turn.by.post('/api/v1/category', { title }));
    library.model.done('category created', act, 'whole', [field(library.model.set(`category/${id}`, title))]);
  },
  categoryRename: async (library, turn) => {
    const id = turn.pick('which', categories(library));
    if (id === undefined) return;
    const title = turn.unique('category');
    const { act_idx: act } = must(await turn.by.put(`/api/v1/category/${id}`, { title }));
    library.model.done('category renamed', act, 'fields', [field(library.model.set(`category/${id}`, title))]);
  },
  categoryDelete: async (library, turn) => {
    const id = turn.pick('which', categories(library));
    if (id === undefined) return;
    const { act_idx: act } = must(await turn.by.delete(`/api/v1/category/${id}`));
    const effects = [library.model.set(`category/${id}`, undefined)];
    library.model.done('category deleted', act, 'whole', [{ effects, isStoppedBy: () => false }]);
  },
};

const onRoadmap = (token: string) => token === 'roadmap';

/** A whole roadmap: any later change renumbers its rows. */
export const roadmapUnit = ({ model }: Library, rows: Rows): Unit =>
  field(model.set('roadmap', rows), { isStoppedBy: onRoadmap });

const roadmapActs: Record<string, Doing> = {
  roadmapMove: async (library, turn) => {
    const { group, bids, model } = library;
    const rows = model.get('roadmap') as Rows;
    const target = Math.floor(turn.number('row') * (rows.length + 2)) - 1;
    const moved = [turn.pick('book', bids) ?? ''];
    const results = must(
      await turn.by.put('/api/v1/roadmap', { target_group: group, target_row: target, bids: moved }),
    );
    if (results.act_idx !== undefined)
      model.done('books moved', results.act_idx, 'whole', [roadmapUnit(library, movedTo(rows, moved, target))]);
  },
  roadmapArrange: async (library, turn) => {
    const { group, model } = library;
    const rows = turn.shuffled('rows', model.get('roadmap') as Rows);
    const results = must(await turn.by.put('/api/v1/roadmap', { target_group: group, rows }));
    if (results.act_idx !== undefined)
      model.done('roadmap arranged', results.act_idx, 'whole', [roadmapUnit(library, rows)]);
  },
};

/** The rows with books moved to the end of one, to a new last row, or out (-1). */
function movedTo(rows: Rows, bids: readonly string[], target: number): Rows {
  const there = rows[target] ?? [];
  const going = bids.filter((bid) => !there.includes(bid));
  const left = rows.map((row) => row.filter((bid) => !going.includes(bid)));
  if (target === rows.length) left.push(going);
  else left[target]?.push(...going);
  return left.filter((row) => row.length > 0);
}

export const listActs: Record<string, Doing> = {
  ...Object.assign({}, ...listed.map(actsOn)),
  ...guideActs,
  ...categoryActs,
  ...roadmapActs,
};
