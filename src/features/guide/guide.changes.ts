import { z } from 'zod';
import type { ChangeFields, ChangeKind, FieldsById, SetFields, ShownField } from '#kernel/changesets/kinds.ts';
import { lockByKey } from '#kernel/db/lock-by-key.ts';
import { folderOf, pathOf } from '#kernel/images/image-paths.rules.ts';
import { mergedOrder, shownMoves } from '#kernel/records/sequence.rules.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { plainTextOf } from '#kernel/text/rich-text.ts';
import type { Context } from '#kernel/work/context.ts';
import { idxNumber } from '#kernel/work/fields.ts';
import { ItemTexts } from './guide.contract.ts';
import { mostItems, nameOf } from './guide.rules.ts';
import { findDeletedNames, type ItemRow, listItems } from './guide.store.ts';
import { coverPath, shownCovers, storedCover } from './guide-cover.service.ts';
import { changeItem, getItem, guideItemKind, guideKind, removeItem } from './guide-item.service.ts';
import { reorderItems } from './guide-order.service.ts';

const most = mostItems * 5;

const EditedItem = ItemTexts.extend({ itm_idx: idxNumber, cover: coverPath });

const GuideChange = z
  .strictObject({
    items: z
      .array(z.union([idxNumber, EditedItem]))
      .min(1)
      .max(most)
      .optional()
      .describe('All items in their order; one with new texts or columns as an object with its itm_idx'),
    edits: z.array(EditedItem).max(most).optional(),
    remove: z.array(idxNumber).max(most).optional(),
  })
  .transform(({ items, edits = [], remove }) => {
    const edited = items?.filter((item) => typeof item === 'object') ?? [];
    const all = [...edits, ...edited.filter((item) => Object.keys(item).length > 1)];
    return {
      ...(items && { items: items.map((item) => (typeof item === 'object' ? item.itm_idx : item)) }),
      ...(all.length > 0 && { edits: all }),
      ...(remove && { remove }),
    };
  });
type GuideChange = z.output<typeof GuideChange>;

/** The fields of items that releases change. */
const texts = Object.keys(ItemTexts.shape) as (keyof typeof ItemTexts.shape)[];
const cover = 'cover';

// The order is `items`; a field of an item is `12.start`, and whether it is deleted is `12.gone`.
const gone = 'gone';
const nameIn = (item: number, field: string) => `${item}.${field}`;
const itemsIn = (names: Iterable<string>) =>
  [...new Set([...names].map((name) => Number(name.split('.')[0])))].filter((item) => Number.isInteger(item));

const orderOf = ({ items = [] }: ChangeFields) => items as number[];

/** What releases change in a guide: its order, and the texts, columns and deletion of its items. */
export const guideChanges = (storage: Storage): ChangeKind<GuideChange> => ({
  kind: 'guide',
  entity: guideKind,
  label: 'guide.heading',
  icon: 'guide',
  order: () => 80,
  values: GuideChange,
  namesIn: ({ items, edits = [], remove = [] }) => [
    ...(items ? ['items'] : []),
    ...edits.flatMap(({ itm_idx, ...fields }) =>
      Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [nameIn(itm_idx, name)])),
    ),
    ...remove.map((item) => nameIn(item, gone)),
  ],
  valuesOf: (fields) => {
    const of = itemsIn(Object.keys(fields));
    const edits = of.flatMap((item) => {
      const set = texts.flatMap((name) => {
        const value = fields[nameIn(item, name)];
        return value === undefined || value === null ? [] : [[name, value] as const];
      });
      const image = fields[nameIn(item, cover)];
      const all = [...set, ...(image === undefined ? [] : [[cover, image] as const])];
      return all.length > 0 ? [{ itm_idx: item, ...Object.fromEntries(all) }] : [];
    });
    const remove = of.filter((item) => fields[nameIn(item, gone)] === true);
    return GuideChange.parse({
      ...(fields['items'] !== undefined && { items: orderOf(fields) }),
      ...(edits.length > 0 && { edits }),
      ...(remove.length > 0 && { remove }),
    });
  },
  read: readGuides,
  write: async (ctx, changes) => {
    for (const { id, values } of changes) {
      const { items, edits = [], remove = [] } = values;
      for (const item of remove) {
        await getItem(ctx, item, id);
        await removeItem(ctx, item);
      }
      // An item that was edited in the release before it was deleted there is gone by now.
      for (const edit of edits.filter(({ itm_idx: item }) => !remove.includes(item)))
        await changeEdited(ctx, storage, id, edit);
      const left = items?.filter((item) => !remove.includes(item)) ?? [];
      if (left.length > 0) await reorderItems(ctx, { items: left, gui_id: id });
    }
  },
  files: (fields) =>
    Object.entries(fields).flatMap(([name, value]) =>
      name.endsWith(`.${cover}`) && typeof value === 'string' ? [folderOf(value)] : [],
    ),
  // A deletion is an act, whose undo also restores the place and the cover.
  isByAct: (name) => name.endsWith(`.${gone}`),
  isSequence: true,
  isOfOthers: (name) => name === 'items',
  inTrail: (name) => {
    const [id = '', field = ''] = name.split('.');
    return { entity: guideItemKind, id, paths: [[field]] };
  },
  names: {
    kinds: [guideItemKind],
    renamed: (fields, ids) => ({
      ...fields,
      ...(fields['items'] !== undefined && { items: orderOf(fields).map((id) => Number(ids.get(String(id)) ?? id)) }),
    }),
  },
  fit: (wanted, now) =>
    Object.fromEntries(
      Object.entries(wanted).flatMap(([name, value]) => {
        if (name === 'items') return [[name, mergedOrder(orderOf(wanted), orderOf(now))]];
        return now[name] === undefined ? [] : [[name, value]];
      }),
    ),
  describe: (ctx, changes, added) => Promise.all(changes.map((change) => describe(ctx, storage, change, added))),
});

async function changeEdited(
  ctx: Context,
  storage: Storage,
  guide: string,
  { cover: path, ...edit }: z.output<typeof EditedItem>,
): Promise<void> {
  const image = typeof path === 'string' ? await storedCover(ctx, storage, path) : path;
  await changeItem(ctx, storage, { ...edit, gui_id: guide, _method: 'PUT' }, image);
}

async function readGuides(
  ctx: Context,
  wanted: ReadonlyMap<string, readonly string[]>,
  lock: boolean,
): Promise<FieldsById> {
  const ids = [...wanted.keys()];
  if (lock) await lockByKey(ctx.db, { table: 'guide', key: 'gui_id' }, ids);
  const found: [string, ChangeFields][] = [];
  for (const [id, names] of wanted) {
    const items = await listItems(ctx.db, id);
    const deleted = names.filter((name) => name.endsWith(`.${gone}`)).map((name) => Number(name.split('.')[0]));
    if (items.length > 0 || deleted.length > 0) found.push([id, fieldsOf(items, deleted)]);
  }
  return new Map(found);
}

const fieldsOf = (items: readonly ItemRow[], deleted: readonly number[]): ChangeFields =>
  Object.fromEntries<Json>([
    ['items', items.map(({ itm_idx }) => itm_idx)],
    ...items.flatMap((item) => texts.map((name) => [nameIn(item.itm_idx, name), item[name]] as const)),
    ...items.map((item) => [nameIn(item.itm_idx, cover), item.cover && pathOf(item.cover)] as const),
    ...deleted.map((item) => [nameIn(item, gone), items.every(({ itm_idx }) => itm_idx !== item)] as const),
  ]);

async function describe(
  ctx: Context,
  storage: Storage,
  { id, base, fields }: SetFields,
  added: ReadonlyMap<string, string> | undefined,
): Promise<ShownField[]> {
  const names = new Map((await listItems(ctx.db, id)).map((item) => [item.itm_idx, nameOf(item)]));
  const missing = itemsIn(Object.keys(fields)).filter((item) => !names.has(item));
  for (const [item, name] of await findDeletedNames(ctx.db, missing)) names.set(item, name);
  const titleOf = (item: number) => names.get(item) ?? added?.get(String(item)) ?? `#${item}`;
  const textOf = (value: Json | undefined) =>
    typeof value === 'string' || typeof value === 'number' ? plainTextOf(String(value)) : '';
  return Object.entries(fields).flatMap(([name, value]): ShownField[] => {
    if (name === 'items')
      return shownMoves(orderOf(base), orderOf(fields), titleOf).map((move) => ({ ...move, field: name }));
    const [item = '', field = ''] = name.split('.');
    const title = titleOf(Number(item));
    if (field === gone) return [{ field: name, label: title, before: '', after: ctx.text('guide.item_will_go') }];
    const label = `${title}: ${ctx.text(`guide.field_${field}`)}`;
    if (field === cover) return shownCovers(storage, { field: name, label }, base[name], value);
    return [{ field: name, label, before: textOf(base[name]), after: textOf(value) }];
  });
}
