import { sql } from 'kysely';
import { z } from 'zod';
import { view } from '#kernel/http/web.ts';
import { type Locale, languageTag } from '#kernel/messages/locale.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { endOfDay, startOfDay, today } from '#kernel/work/days.ts';
import { readReservations } from '../reservation.read.ts';
import { hasConflict } from '../reservation.rules.ts';
import { calendarPath, daysOf, nextOf, spans } from './calendar.rules.ts';
import type ReservationCalendar from './reservation-calendar.view.tsx';

// More than anybody reads for one month.
const most = 500;

const Query = z.object({
  span: z.enum(spans).catch('month').default('month'),
  on: z.iso
    .date()
    .refine((day) => day >= '1000-02-01' && day <= '9998-12-01')
    .optional()
    .catch(undefined),
});

export function reservationCalendar({ web }: Kernel): void {
  web.page(calendarPath, {
    view: view<typeof ReservationCalendar>('reservation/calendar/reservation-calendar'),
    follows: ['reservation'],
    title: (t) => t('reservation.heading'),
    query: Query,
    load: async ({ ctx, query: { span, on: asked } }) => {
      const now = today(ctx);
      const on = asked ?? now;
      const days = daysOf(span, on, firstWeekday(ctx.locale));
      const rows = await listBetween(ctx, days[0] ?? on, days.at(-1) ?? on);
      return {
        span,
        on,
        days,
        today: now,
        now: inSeconds(ctx.now),
        before: nextOf(span, on, -1),
        after: nextOf(span, on, 1),
        isMore: rows.length > most,
        changes: rows.slice(0, most).map((row) => ({
          res_idx: row.res_idx,
          cid: row.cid,
          title: row.title,
          target: row.target,
          apply_at: row.apply_at,
          status: row.status,
          version: row.version,
          hasConflict: hasConflict(row.conflicts),
        })),
      };
    },
  });
}

/** Changes that take effect, took effect or failed on these days, in the office's time zone. */
function listBetween(ctx: Context, since: string, until: string) {
  const { timeZone } = ctx;
  return readReservations(
    ctx,
    sql`(
      select res_idx, row_number() over (order by apply_at, res_idx) as nth from reservation
      where apply_at >= ${startOfDay(since, timeZone)} and apply_at < ${endOfDay(until, timeZone)} and status <> 'cancelled'
      order by apply_at, res_idx limit ${sql.lit(most + 1)}) page`,
  );
}

/** The weekday on which weeks begin where a language is spoken, 1 for Monday. */
function firstWeekday(locale: Locale): number {
  return new Intl.Locale(languageTag(locale)).maximize().getWeekInfo?.().firstDay ?? 1;
}
