import type { Feature } from '#kernel/mount/feature.ts';
import { titlesIn } from '#kernel/records/record-titles.ts';
import { guideMessages } from './guide.messages.ts';
import { countGuides, findGuidesByText, guideHref, itemHref } from './guide.read.ts';
import { guideCalls } from './guide.routes.ts';
import { guideSample } from './guide.sample.ts';
import { guideAges } from './guide.settings.ts';
import { changeItem, deletionUndo, guideItemKind, guideKind, restoredFrom } from './guide-item.service.ts';
import { guidePages } from './guide-pages.routes.ts';

/** Series guides: items with a text, a cover and a link, each on a timeline of ten age ranges. */
export const guide: Feature = {
  name: 'guide',
  messages: guideMessages,
  menu: [
    {
      key: 'guide.heading',
      href: '/series_guide',
      order: 60,
      group: 'sales',
      icon: 'guide',
      count: { kinds: [guideKind], count: countGuides },
    },
  ],
  constraints: {
    guide_item__range_check: { status: 422, key: 'guide.range_rule', field: 'start' },
  },
  register(kernel) {
    guideCalls(kernel);
    guidePages(kernel);
    kernel.settings.add(guideAges);
    kernel.samples.add(guideSample);
    kernel.undos.add(`${guideItemKind}.deleted`, deletionUndo);
    kernel.palette.add({ kind: 'guide.kind', icon: 'guide', find: findGuidesByText });
    kernel.palette.addAct({ key: 'guide.create', icon: 'add', href: '/series_guide' });
    kernel.recordLinks.add({
      entity: guideKind,
      label: 'guide.kind',
      href: guideHref,
      titles: titlesIn('guide', { key: 'gui_id', title: 'gui_id', text: true }),
      refs: { ids: () => guideItemKind },
      actions: { 'guide.reordered': 'guide.did_reorder', 'guide.restored': 'guide.did_restore' },
      fields: { from: 'guide.field_from', ids: 'guide.field_ids', title: 'guide.field_title' },
    });
    kernel.recordLinks.add({
      entity: guideItemKind,
      label: 'guide.item_kind',
      href: itemHref,
      titles: titlesIn('guide_item', { key: 'itm_idx' }),
      actions: { 'guide_item.undone': 'audit.verb.restored' },
      restore: {
        fields: ['title', 'link_title', 'description', 'legend', 'btn_title', 'btn_link', 'start', 'length'],
        write: (ctx, id, values) => changeItem(ctx, kernel.storage, restoredFrom(id, values)),
      },
      values: { cover: { '*': 'audit.value_file' } },
      fields: {
        title: 'guide.field_title',
        link_title: 'guide.field_link_title',
        description: 'guide.field_description',
        legend: 'guide.field_legend',
        btn_title: 'guide.field_btn_title',
        btn_link: 'guide.field_btn_link',
        start: 'guide.field_start',
        length: 'guide.field_length',
        cover: 'guide.field_cover',
      },
    });
  },
};
