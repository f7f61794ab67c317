import { z } from 'zod';
import type { ChangeFields, ChangeKind, SetFields, ShownField } from '#kernel/changesets/kinds.ts';
import { folderOf, pathOf } from '#kernel/images/image-paths.rules.ts';
import { beginAct } from '#kernel/records/acts.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { plainTextOf } from '#kernel/text/rich-text.ts';
import { ItemTexts, NewItem } from './guide.contract.ts';
import { guideHref } from './guide.read.ts';
import { nameOf } from './guide.rules.ts';
import { drawItem, findItems, lockItems } from './guide.store.ts';
import { coverPath, shownCovers, storedCover } from './guide-cover.service.ts';
import { addItem, changeItem, guideItemKind } from './guide-item.service.ts';

const Given = NewItem.extend({ cover: coverPath });
const Edit = ItemTexts.extend({ gui_id: z.string().optional(), cover: coverPath });
type Edit = z.output<typeof Edit>;

const names = ['gui_id', ...Object.keys(ItemTexts.shape), 'cover'];

/** Sets of changes name items by texts, which need not be numbers. */
const numbersIn = (ids: Iterable<string>) => [...ids].filter((id) => /^[1-9]\d{0,8}$/.test(id)).map(Number);

/** The items that sets of changes add to guides, at the end. How they change those that exist is part of `guide`. */
export const guideItemChanges = (storage: Storage): ChangeKind<Edit> => ({
  kind: guideItemKind,
  entity: guideItemKind,
  label: 'guide.items_new',
  icon: 'guide',
  // Before the order of their guide, which may name them.
  order: () => 75,
  values: Edit,
  namesIn: (values) => Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  valuesOf: (fields) => Edit.parse(fields),
  create: {
    values: Given,
    draw: async ({ db }) => String(await drawItem(db)),
    write: async (ctx, changes) => {
      for (const { id, values } of changes) {
        const { cover, ...item } = Given.parse(values);
        const image = cover ? await storedCover(ctx, storage, cover) : undefined;
        await addItem(ctx, item, image ?? null, { id: Number(id), act: await beginAct(ctx) });
      }
    },
    shown: (fields) => {
      const { gui_id: guide, title, link_title: link } = texts(fields);
      return { title: nameOf({ title, link_title: link }), href: guideHref(guide) };
    },
  },
  read: async (ctx, wanted, lock) => {
    const items = await (lock ? lockItems : findItems)(ctx.db, numbersIn(wanted.keys()));
    return new Map(
      items.map((item) => {
        const fields = Object.fromEntries(names.map((name) => [name, item[name as keyof typeof item]]));
        return [String(item.itm_idx), { ...fields, cover: item.cover && pathOf(item.cover) }];
      }),
    );
  },
  write: async (ctx, changes) => {
    for (const { id, values } of changes) {
      const { gui_id, cover, ...item } = values;
      const image = typeof cover === 'string' ? await storedCover(ctx, storage, cover) : cover;
      await changeItem(ctx, storage, { ...item, gui_id, itm_idx: Number(id), _method: 'PUT' }, image);
    }
  },
  files: ({ cover }) => (typeof cover === 'string' ? [folderOf(cover)] : []),
  describe: async (ctx, changes) =>
    changes.map(({ base, fields }: SetFields) =>
      names.flatMap((field): ShownField[] => {
        if (fields[field] === undefined) return [];
        const label = ctx.text(field === 'gui_id' ? 'guide.gui_id' : `guide.field_${field}`);
        if (field === 'cover') return shownCovers(storage, { field, label }, base[field], fields[field]);
        const [before, after] = [texts(base)[field] ?? '', texts(fields)[field] ?? ''];
        return before === after ? [] : [{ field, label, before, after }];
      }),
    ),
});

/** Fields as plain texts. */
function texts(fields: ChangeFields): Record<string, string> & Record<'gui_id' | 'title' | 'link_title', string> {
  const all = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' || typeof value === 'number' ? plainTextOf(String(value)) : '',
  ]);
  return { gui_id: '', title: '', link_title: '', ...Object.fromEntries(all) };
}
