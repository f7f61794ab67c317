import { sql } from 'kysely';
import { guideAges } from '#features/guide/guide.public.ts';
import { secondsOrZero } from '#kernel/db/seconds.ts';
import { settingValue } from '#kernel/desk/settings.ts';
import type { Addresses } from '../answer/addresses.ts';
import type { Document } from '../answer/document.ts';
import { jsonOf, listOf } from '../answer/json.ts';
import { pageText, readCursor, recordText } from '../answer/page.ts';
import { sourcesOf } from '../answer/sources.ts';
import type { GuideListQuery } from '../portal.contract.ts';

/** The cover of an item `i`, as a picture. */
const cover = ({ file }: Addresses) => {
  const folder = sql`(i.cover ->> 'folder')`;
  return sql`case when i.cover is not null then ${jsonOf({
    url: file(sql`${folder} || '/' || (i.cover ->> 'file_name')`),
    large: file(sql`${folder} || '/thumb/detail.jpg'`),
    small: file(sql`${folder} || '/thumb/strip.jpg'`),
    width: sql`(i.cover ->> 'width')::integer`,
    height: sql`(i.cover ->> 'height')::integer`,
  })} end`;
};

// Labels are stored as typed, separated by commas.
const labels = sql`(
  select coalesce(json_agg(one.label order by one.nth), '[]') from (
    select trim(label) as label, min(nth) as nth from unnest(string_to_array(i.legend, ',')) with ordinality as typed (label, nth)
    where trim(label) <> '' group by 1) one)`;

const columns = ['itm_idx', 'link_title', 'title', 'description', 'btn_title', 'btn_link', 'start', 'length'];

/** One series guide: its items in order, and the labels of the ten columns of its timeline. */
export function guideDocument(at: Addresses, guiId: string): Document {
  const items = listOf(
    {
      ...Object.fromEntries(columns.map((name) => [name, sql.ref(`i.${name}`)])),
      legend: labels,
      cover: cover(at),
    },
    { from: sql`guide_item i where i.gui_id = g.gui_id`, order: sql`i.place` },
  );
  return {
    sources: sourcesOf.guides,
    text: recordText(sql`
      select ${jsonOf({
        gui_id: sql`g.gui_id`,
        ages: settingValue(guideAges),
        items,
        updated_at: secondsOrZero(sql`g.updated_at`),
      })} as row from guide g where g.gui_id = ${guiId}`),
  };
}

/** The series guides by ID. */
export function guideList({ after, limit, updated_since: since }: GuideListQuery): Document {
  const [from] = readCursor(after, /^(\w{1,64})$/) ?? [];
  return {
    sources: sourcesOf.guides,
    text: pageText({
      limit,
      rows: (count) => sql`
        select g.gui_id as key, ${jsonOf({
          gui_id: sql`g.gui_id`,
          items: sql`(select count(*) from guide_item i where i.gui_id = g.gui_id)`,
          updated_at: secondsOrZero(sql`g.updated_at`),
        })} as row
        from guide g where g.gui_id > ${from ?? ''}
          ${since === undefined ? sql`` : sql`and g.updated_at >= ${since}::timestamptz`}
        order by g.gui_id limit ${count}`,
    }),
  };
}
