import { z } from 'zod';
import { sendingTogether } from '#kernel/db/sent-together.ts';
import { view } from '#kernel/http/web.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { firstWeekday } from '#kernel/text/calendar-days.rules.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { endOfDay, momentOf, startOfDay, today } from '#kernel/work/days.ts';
import { calendarPath, daysOf, nextOf, spans } from './calendar.rules.ts';
import type CalendarScreen from './calendar.view.tsx';
import { readEntries } from './entries.read.ts';
import { requireStaff } from './link.service.ts';
import { listLinks } from './link.store.ts';
import { withSettings } from './settings.read.ts';
import type Subscribe from './subscribe.view.tsx';

const Query = z.object({
  span: z.enum(spans).catch('month').default('month'),
  on: z.iso
    .date()
    .refine((day) => day >= '1000-02-01' && day <= '9998-12-01')
    .optional()
    .catch(undefined),
  hide: z
    .string()
    .max(200)
    .catch('')
    .default('')
    .transform((text) => text.split(',').filter(Boolean)),
});

export function calendarPages(kernel: Kernel): void {
  const { web, calendar } = kernel;
  web.page(calendarPath, {
    view: view<typeof CalendarScreen>('calendar/calendar'),
    follows: [...new Set(calendar.sources.flatMap(({ follows }) => follows))],
    title: (t) => t('calendar.heading'),
    query: Query,
    load: async ({ ctx, query: { span, on: requested, hide } }) => {
      const now = today(ctx);
      const on = requested ?? now;
      const days = daysOf(span, on, firstWeekday(languageTag(ctx.locale)));
      const page = sendingTogether(ctx);
      const [since, until] = await Promise.all([
        momentOf(page, days[0] ?? on, startOfDay),
        momentOf(page, days.at(-1) ?? on, endOfDay),
      ]);
      const { entries, isMore } = await readEntries(page, calendar, { since, until }, hide);
      return {
        span,
        on,
        days,
        today: now,
        now: inSeconds(ctx.now),
        before: nextOf(span, on, -1),
        after: nextOf(span, on, 1),
        // What is planned in the office comes first: features that use others are declared after them.
        kinds: calendar.sources.toReversed().map(({ kind, label, drawing, create }) => ({
          kind,
          label: ctx.text(label),
          drawing,
          isHidden: hide.includes(kind),
          create: create ? { ...create, label: ctx.text(create.label) } : null,
        })),
        entries: await withSettings(ctx, kernel, entries),
        isMore,
      };
    },
  });
  // The calendar of reservations alone, as earlier releases had it.
  web.lead('/reservation/calendar', calendarPath);
  web.fragment(`${calendarPath}/subscribe`, {
    view: view<typeof Subscribe>('calendar/subscribe'),
    within: calendarPath,
    load: async ({ ctx }) => ({ links: await listLinks(ctx.db, requireStaff(ctx).staffIdx) }),
  });
}
