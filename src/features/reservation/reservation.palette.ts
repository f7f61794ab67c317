import { sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import { textMatches } from '#kernel/db/text-search.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import type { RecordHit } from '#kernel/records/found-records.ts';
import { zonedText } from '#kernel/text/zoned-time.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { selected } from './list/reservation-filter.read.ts';
import type { ReservationWords } from './reservation.messages.ts';
import { reservationHref, type Target } from './reservation.rules.ts';

const hits = 4;

/** Finds scheduled and failed reservations by their collections. */
export async function findReservationsByText(ctx: Context, text: string): Promise<RecordHit[]> {
  const t = ctx.translate<ReservationWords>();
  const found = sql.join(textMatches(sql`c.search`, text), sql` and `);
  const { rows } = await sql<{ res_idx: number; target: Target; title: string; apply_at: number; zone: string }>`
    select r.res_idx, r.target, coalesce(t.title, r.cid) as title, ${secondsOf('r.apply_at')} as apply_at, r.zone
    from ${selected} where r.status in ('scheduled', 'failed') and ${found}
    order by r.apply_at, r.res_idx limit ${sql.lit(hits)}`.execute(ctx.db);
  return rows.map(({ res_idx, target, title, apply_at, zone }) => ({
    label: `${t(`reservation.target_${target}`)}: ${title}`,
    detail: zonedText(languageTag(ctx.locale), zone, apply_at),
    href: reservationHref(res_idx),
  }));
}

/** The names of reservations in the audit trail: the titles of their collections. */
export async function reservationTitles(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const t = ctx.translate<ReservationWords>();
  const { rows } = await sql<{ id: string; target: Target; title: string }>`
    select r.res_idx::text as id, r.target, coalesce(t.title, r.cid) as title from ${selected}
    where r.res_idx::text = any(${ids}::text[])`.execute(ctx.db);
  return new Map(rows.map(({ id, target, title }) => [id, `${t(`reservation.target_${target}`)}: ${title}`]));
}
