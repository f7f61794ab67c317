import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { countGuidesOfLast, findGuidesByText, guideHref } from './guide.read.ts';
import { itemHref } from './guide.rules.ts';
import {
  guideItemKind,
  guideKind,
  insertItemBack,
  removeItem,
  requireCover,
  restoreItem,
} from './guide-item.service.ts';
import { guideOrder } from './guide-order.service.ts';

/** The fields of the form of an item. */
const itemFields = {
  title: 'guide.field_title',
  link_title: 'guide.field_link_title',
  description: 'guide.field_description',
  legend: 'guide.field_legend',
  btn_title: 'guide.field_btn_title',
  btn_link: 'guide.field_btn_link',
  start: 'guide.field_start',
  length: 'guide.field_length',
  cover: 'guide.field_cover',
};

export const guideRecord: RecordDeclaration = {
  kind: guideKind,
  label: 'guide.kind',
  href: guideHref,
  titles: { table: 'guide', key: 'gui_id', title: 'gui_id', text: true },
  title: 'title',
  find: { icon: 'guide', by: findGuidesByText },
  acts: [{ key: 'guide.create', icon: 'add', href: '/series_guide' }],
  refs: { ids: () => guideItemKind },
  undo: { reordered: { order: guideOrder } },
  values: { cover: { '*': 'audit.value_file' } },
  actions: { reordered: 'guide.did_reorder', restored: 'guide.did_restore', cover_stored: 'guide.did_store_cover' },
  fields: {
    ...itemFields,
    from: 'guide.field_from',
    ids: 'guide.field_ids',
    items: 'guide.field_ids',
    // An item that a release deletes.
    gone: 'audit.field.removed',
  },
};

export const guideItemRecord = (storage: Storage): RecordDeclaration => ({
  kind: guideItemKind,
  label: 'guide.item_kind',
  href: itemHref,
  titles: { table: 'guide_item', key: 'itm_idx' },
  losses: { find: async (ctx, id) => [{ text: 'guide.lost_guide', count: await countGuidesOfLast(ctx, Number(id)) }] },
  existence: { remove: (ctx, id) => removeItem(ctx, Number(id)), insert: insertItemBack },
  actions: { undone: 'audit.verb.restored' },
  restore: {
    fields: Object.keys(itemFields),
    require: requireCover,
    write: (ctx, id, values) => restoreItem(ctx, storage, id, values),
  },
  values: { cover: { '*': 'audit.value_file' } },
  rich: ['description'],
  fields: { ...itemFields, gui_id: 'guide.gui_id' },
});
