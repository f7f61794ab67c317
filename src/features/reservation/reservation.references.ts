import { sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import type { ReferenceFinder } from '#kernel/records/references.ts';
import { zonedText } from '#kernel/text/zoned-time.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ReservationWords } from './reservation.messages.ts';
import { reservationHref, type Target } from './reservation.rules.ts';

// How many a refusal or a panel lists by name.
const named = 3;

/** Finds scheduled reservations of a collection, so that it is not deleted before they are applied. */
export const waitingReservations: ReferenceFinder = {
  of: 'collection',
  reason: 'reservation.keeps_collection',
  find: async (ctx, ids) => {
    const { rows } = await sql<{ res_idx: number; target: Target; apply_at: number; zone: string; count: number }>`
      select res_idx, target, ${secondsOf('apply_at')} as apply_at, zone, count(*) over () as count
      from reservation where cidx = any(${ids.map(Number)}::integer[]) and status = 'scheduled'
      order by reservation.apply_at, res_idx limit ${sql.lit(named)}`.execute(ctx.db);
    const first = rows.map(({ res_idx, target, apply_at, zone }) => ({
      label: `${ctx.translate<ReservationWords>()(`reservation.target_${target}`)}, ${zonedText(languageTag(ctx.locale), zone, apply_at)}`,
      kind: 'reservation.kind',
      href: reservationHref(res_idx),
    }));
    return { count: rows[0]?.count ?? 0, first };
  },
  all: async ({ db }, cidx) => {
    const { cid } = await db
      .selectFrom('collection')
      .select('cid')
      .where('cidx', '=', Number(cidx))
      .executeTakeFirstOrThrow();
    return `/reservation?${new URLSearchParams({ cid, status: 'scheduled' })}`;
  },
  referenced: async (ctx: Context, ids) => {
    const { rows } = await sql<{ id: string }>`
      select distinct cidx::text as id from reservation
      where cidx = any(${ids}::integer[]) and status = 'scheduled'`.execute(ctx.db);
    return rows.map((row) => row.id);
  },
};
