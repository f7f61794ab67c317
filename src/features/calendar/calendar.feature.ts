import type { Feature } from '#kernel/mount/feature.ts';
import { calendarMessages } from './calendar.messages.ts';
import { calendarPages } from './calendar.routes.ts';
import { calendarPath } from './calendar.rules.ts';
import { linkEntity } from './link.service.ts';
import { subscriptionRoutes } from './subscription.routes.ts';

/** The calendar: what other features have on days, and the addresses at which programs subscribe to it. */
export const calendar: Feature = {
  name: 'calendar',
  messages: calendarMessages,
  menu: [
    {
      key: 'calendar.heading',
      href: calendarPath,
      order: 43,
      group: 'sales',
      icon: 'calendar',
      letter: 'a',
      words: 'calendar.words',
    },
  ],
  exported: {
    tables: [],
    without: { calendar_link: 'An address with a calendar opens one office. Its owner makes another one.' },
  },
  register(kernel) {
    calendarPages(kernel);
    subscriptionRoutes(kernel);
    kernel.records.define({
      kind: linkEntity,
      label: 'calendar.kind_link',
      href: () => calendarPath,
      fields: { lang: 'calendar.field_lang' },
    });
  },
};
