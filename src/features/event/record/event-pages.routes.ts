import { z } from 'zod';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { ChosenDay, momentOf, startOfDay } from '#kernel/work/days.ts';
import type EventEditor from '../editor/event-editor.view.tsx';
import { EventParams } from '../event.contract.ts';
import type { EventWords } from '../event.messages.ts';
import { eventKind, getEvent } from '../event.service.ts';
import { listGroups } from '../event.store.ts';
import type EventDetail from './event-detail.view.tsx';
import { type EventHead, readEventHead } from './event-head.read.ts';
import type EventHistory from './event-history.view.tsx';
import { eventTabHref } from './event-tabs.rules.ts';

/** An event's page with its tabs, except the participants, and its form. */
export function eventPages({ web, records }: Kernel): void {
  const shared = {
    params: EventParams,
    title: (_: unknown, { event }: { event: EventHead }) => event.name,
    shows: ({ event }: { event: EventHead }) => ({ kind: eventKind, id: event.event_idx }),
    load: async ({ ctx, params }: { ctx: Context; params: { event_idx: number } }) => ({
      event: await readEventHead(ctx, records, params.event_idx),
    }),
  };
  web.page(eventTabHref(':event_idx', 'details'), {
    ...shared,
    view: view<typeof EventDetail>('event/record/event-detail'),
  });
  web.page(eventTabHref(':event_idx', 'history'), {
    ...shared,
    view: view<typeof EventHistory>('event/record/event-history'),
    history: true,
  });
  const editor = view<typeof EventEditor>('event/editor/event-editor');
  web.page('/event/create', {
    view: editor,
    title: (t) => t('event.create'),
    query: z.object({ day: ChosenDay }),
    load: async ({ ctx, query: { day } }) => ({
      event: null,
      groups: await listGroups(ctx.db),
      now: day === undefined ? inSeconds(ctx.now) : await momentOf(ctx, day, startOfDay),
    }),
  });
  web.page('/event/update/:event_idx', {
    view: editor,
    shows: ({ event }) => event && { kind: eventKind, id: event.event_idx },
    params: EventParams,
    title: (t: (key: keyof EventWords) => string, { event }) => `${t('event.edit')}: ${event?.name}`,
    load: async ({ ctx, params }) => ({
      event: await getEvent(ctx, params.event_idx),
      groups: await listGroups(ctx.db),
      now: inSeconds(ctx.now),
    }),
  });
}
