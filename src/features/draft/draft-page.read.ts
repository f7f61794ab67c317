import { sql } from 'kysely';
import { getSetting, settingEntity } from '#kernel/desk/settings.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import { trailVersion } from '#kernel/records/stale.ts';
import type { Context } from '#kernel/work/context.ts';
import { thisMonth } from '#kernel/work/days.ts';
import type { DraftOutcome } from './draft.rules.ts';
import { type DraftsSetting, draftsAbout } from './draft.setting.ts';
import { findKeyGiver } from './draft-key.service.ts';
import { findUsed } from './draft-month.store.ts';

/** The setting, what it was used for this month, and what came of it. */
export interface DraftPage {
  value: DraftsSetting;
  version: number;
  /** Who gave the key for the address, and when (seconds); null if there is none. */
  keyGiver: { by: string | null; at: number } | null;
  month: string;
  /** Characters of the month: in all, and by language of the drafts, the most first. */
  used: number;
  byLocale: { locale: Locale; characters: number }[];
  /** How many drafts of the last 90 days. */
  counts: Partial<Record<DraftOutcome, number>>;
}

export async function readDraftPage(ctx: Context): Promise<DraftPage> {
  const value = await getSetting(ctx, draftsAbout);
  const month = thisMonth(ctx);
  const { rows: byLocale } = await sql<DraftPage['byLocale'][number]>`
    select d.locale, sum(d.characters)::integer as characters
    from machine_draft d join draft_request r using (req_idx) where r.month = ${month}
    group by d.locale having sum(d.characters) > 0 order by characters desc`.execute(ctx.db);
  const { rows } = await sql<{ outcome: keyof DraftPage['counts']; count: number }>`
    select case when d.state = 'waiting' and not ${isOfNow} then 'used' else d.state end as outcome, count(*)::integer as count
    from machine_draft d where d.state in ('waiting', 'used', 'dropped', 'refused') group by 1`.execute(ctx.db);
  return {
    value,
    version: await trailVersion(ctx, settingEntity, draftsAbout.key),
    keyGiver: await findKeyGiver(ctx.db, value.url),
    month,
    used: await findUsed(ctx.db, month),
    byLocale,
    counts: Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])),
  };
}

/** Whether the text that a draft is for is still what it was; that of the source does not matter to what became of it. */
const isOfNow = sql<boolean>`exists (
  select from collection c left join collection_text t on t.cidx = c.cidx and t.locale = d.locale
  where c.cid = d.record_key and d.over_digest = md5(coalesce(
    case d.field when 'title' then t.title when 'summary' then t.summary when 'notice' then t.notice else t.description end,
    '')))`;
