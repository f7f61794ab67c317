import type { Feature } from '#kernel/mount/feature.ts';
import { guideMessages } from './guide.messages.ts';
import { countGuides } from './guide.read.ts';
import { guideItemRecord, guideRecord } from './guide.record.ts';
import { guideRelease } from './guide.release.ts';
import { guideCalls } from './guide.routes.ts';
import { guideSample } from './guide.sample.ts';
import { guideAges } from './guide.settings.ts';
import { guideKind } from './guide-item.service.ts';
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
    kernel.releasables.add(guideRelease);
    kernel.records.define(guideRecord, guideItemRecord(kernel.storage));
  },
};
