import { type RawBuilder, sql } from 'kysely';
import { imageKeys } from '#kernel/images/image-keys.ts';
import { leftImageKeys } from '#kernel/images/left-images.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { guideChanges } from './guide.changes.ts';
import { guideMessages } from './guide.messages.ts';
import { countGuides } from './guide.read.ts';
import { guideItemRecord, guideRecord } from './guide.record.ts';
import { guideCalls } from './guide.routes.ts';
import { coverPrefix } from './guide.rules.ts';
import { guideSample } from './guide.sample.ts';
import { guideAges } from './guide.settings.ts';
import { guideItemChanges } from './guide-item.changes.ts';
import { guideKind } from './guide-item.service.ts';
import { guidePages } from './guide-pages.routes.ts';

const coversOf = (rows: RawBuilder<unknown>) => sql`
  select record, cover ->> 'folder' as folder, cover ->> 'file_name' as file_name, (cover ->> 'size')::integer as size
  from (${rows}) rows where cover ->> 'folder' is not null`;

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
      letter: 'g',
      count: { kinds: [guideKind], count: countGuides },
    },
  ],
  constraints: {
    guide_item__range_check: { status: 422, key: 'guide.range_rule', field: 'start' },
  },
  fileChecks: [
    {
      name: 'guide_item',
      prefixes: [coverPrefix],
      files: imageKeys(coversOf(sql`select 'item ' || itm_idx as record, cover from guide_item`)),
      optional: sql<{ key: string; record: string; size: number | null }>`
        ${imageKeys(
          coversOf(
            sql`select 'act ' || act_idx as record, undo -> 'cover' as cover from act_record where entity = 'guide_item'`,
          ),
        )}
        union all ${leftImageKeys(coverPrefix)}`,
    },
  ],
  exported: { tables: ['guide', 'guide_item'] },
  register(kernel) {
    guideCalls(kernel);
    guidePages(kernel);
    kernel.settings.add(guideAges);
    kernel.samples.add(guideSample);
    kernel.changeSets.define(guideChanges(kernel.storage));
    kernel.changeSets.define(guideItemChanges(kernel.storage));
    kernel.records.define(guideRecord, guideItemRecord(kernel.storage));
  },
};
