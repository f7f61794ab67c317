import { sql } from 'kysely';
import type { CalendarSource } from '#kernel/desk/calendar.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { EventRecord } from './event.contract.ts';
import type { EventWords } from './event.messages.ts';
import { statusOf } from './event.rules.ts';
import { eventKind } from './event.service.ts';
import { eventColumns, eventTables } from './event.store.ts';

/** Events from their first to their last moment; one that has not begun can be moved as a whole. */
export const eventCalendar: CalendarSource = {
  kind: eventKind,
  label: 'event.heading',
  drawing: 'bar',
  follows: [eventKind],
  create: { label: 'event.create', key: 'E', icon: 'event', href: '/event/create' },
  list: async (ctx, { since, until }, limit) => {
    const t = ctx.translate<EventWords>();
    const { rows } = await sql<EventRecord>`
      select ${eventColumns} from ${eventTables} where e."from" < ${until} and e.until > ${since}
      order by e."from", e.event_idx limit ${limit}`.execute(ctx.db);
    return rows.map((event) => {
      const status = statusOf(event, inSeconds(ctx.now));
      const { event_idx, name, from, until: end, forced_expired_date, updated_at: changed, version } = event;
      const { participants: count, participant_limit: most } = event;
      const places = most === 0 ? t('event.places_unlimited', { count }) : t('event.places_of', { count, limit: most });
      return {
        id: String(event_idx),
        title: name,
        description: '',
        line: `${t(`event.status_${status}`)} · ${places}`,
        href: `/event/${event_idx}`,
        start: from,
        end,
        changed,
        version,
        state: status === 'waiting' ? 'draft' : status === 'in_progress' ? 'ahead' : 'done',
        ...(status === 'waiting' && {
          move: {
            path: `/api/v1/event/${event_idx}`,
            times: { from, until: end, ...(forced_expired_date > 0 && { forced_expired_date }) },
            version,
          },
        }),
      };
    });
  },
};
