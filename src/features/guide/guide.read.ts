import { sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import { textMatches } from '#kernel/db/text-search.ts';
import { thumbPath } from '#kernel/images/image-paths.rules.ts';
import { shownImage } from '#kernel/images/shown-image.ts';
import type { RecordHit } from '#kernel/records/found-records.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import type { GuideItem } from './guide.contract.ts';
import { itemHref, legendsOf, nameOf } from './guide.rules.ts';
import { type ItemRow, listItems } from './guide.store.ts';

/** The page of a guide. */
export const guideHref = (guiId: string): string => `/series_guide?gui_id=${encodeURIComponent(guiId)}`;

/** An item as calls and screens show it. */
export function shownItem(storage: Storage, { cover, place: _place, ...item }: ItemRow): GuideItem {
  const shown = cover && shownImage(storage, cover);
  return { ...item, cover_img: shown && shown.href, cover: shown };
}

export async function readItems(ctx: Context, storage: Storage, guiId: string): Promise<GuideItem[]> {
  return (await listItems(ctx.db, guiId)).map((item) => shownItem(storage, item));
}

/** A guide in the list of all. Times in seconds. */
export interface GuideListRow {
  gui_id: string;
  items: number;
  legends: string[];
  /** The first covers, with their items. */
  covers: { itm_idx: number; name: string; source: string | null }[];
  updated_at: number;
  updated_by: string | null;
}

interface GuideRow extends Pick<GuideListRow, 'gui_id' | 'updated_at' | 'updated_by'> {
  items: { itm_idx: number; title: string; link_title: string; legend: string; folder: string | null }[];
}

// How many covers represent a guide.
const coversShown = 4;

/** All guides by ID. */
export async function listGuides({ db }: Context, storage: Storage): Promise<GuideListRow[]> {
  const { rows } = await sql<GuideRow>`
    select g.gui_id, ${secondsOf('g.updated_at')} as updated_at, g.updated_by,
      json_agg(json_build_object('itm_idx', i.itm_idx, 'title', i.title, 'link_title', i.link_title,
        'legend', i.legend, 'folder', i.cover ->> 'folder') order by i.place) as items
    from guide g join guide_item i using (gui_id) group by g.gui_id order by g.gui_id`.execute(db);
  return rows.map(({ items, ...guide }) => ({
    ...guide,
    items: items.length,
    legends: legendsOf(items),
    covers: items.slice(0, coversShown).map((item) => ({
      itm_idx: item.itm_idx,
      name: nameOf(item),
      source: item.folder === null ? null : storage.publicUrl(thumbPath(item.folder, 'list')),
    })),
  }));
}

const hits = 5;

/** Finds guides for the palette, by ID and by the titles of their items. */
export async function findGuidesByText({ db }: Context, text: string): Promise<RecordHit[]> {
  const byId = textMatches(sql`g.gui_id`, text);
  const byItem = textMatches(sql`strip(i.link_title || ' ' || i.title)`, text);
  const { rows } = await sql<{ gui_id: string; itm_idx: number; name: string; whole: boolean }>`
    select * from (
      select distinct on (g.gui_id) g.gui_id, i.itm_idx, coalesce(nullif(i.link_title, ''), i.title) as name,
        ${sql.join(byId, sql` and `)} as whole
      from guide g join guide_item i using (gui_id)
      where (${sql.join(byId, sql` and `)}) or (${sql.join(byItem, sql` and `)})
      order by g.gui_id, i.place
    ) found order by whole desc, gui_id limit ${sql.lit(hits)}`.execute(db);
  return rows.map(({ gui_id, itm_idx, name, whole }) =>
    whole
      ? { label: gui_id, detail: '', href: guideHref(gui_id), id: gui_id }
      : { label: name, detail: gui_id, href: itemHref(itm_idx) },
  );
}

export async function countGuides({ db }: Context): Promise<number> {
  const { count } = await db
    .selectFrom('guide')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many guides go with an item: its own, if it is the last one in it. */
export async function countGuidesOfLast({ db }: Context, itmIdx: number): Promise<number> {
  const { rows } = await sql<{ guides: number }>`
    select count(*) as guides from guide_item i where i.itm_idx = ${itmIdx}
      and not exists (select from guide_item o where o.gui_id = i.gui_id and o.itm_idx <> i.itm_idx)`.execute(db);
  return rows[0]?.guides ?? 0;
}
