import { type EventRecord, findEventOfCode, statusOf } from '#features/event/event-of-code.public.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { EventCard } from './card.contract.ts';
import { Story } from './story.service.ts';

/** The card of an event, by its code. */
export async function findEventCard(ctx: Context, code: string): Promise<EventCard | undefined> {
  const event = await findEventOfCode(ctx.db, code);
  if (!event) return undefined;
  const { event_idx, name, cid, collection, from, until, participants, participant_limit } = event;
  return {
    kind: 'event',
    code,
    event_idx,
    name,
    status: statusOf(event, inSeconds(ctx.now)),
    story: storyOf(ctx, event),
    cid,
    collection,
    from,
    until,
    participants,
    participant_limit,
    places_left: participant_limit === 0 ? null : participant_limit - participants,
  };
}

function storyOf(ctx: Context, event: EventRecord) {
  const story = new Story(ctx);
  const { say } = story;
  const status = statusOf(event, inSeconds(ctx.now));
  const day = story.lastDay(event.until);
  const now = {
    waiting: () => say('card.event_waiting', { from: story.day(event.from), day }),
    in_progress: () => say('card.event_in_progress', { day }),
    completed: () => say('card.event_completed', { day }),
    canceled: () => say('card.event_canceled'),
  }[status]();
  const { participant_limit: limit, participants } = event;
  const left = limit - participants;
  const places =
    limit === 0
      ? say('card.places_any')
      : left === 0
        ? say('card.places_full', { limit })
        : say('card.places_left', { left, limit });
  const names = {
    event: story.link(event.name, `/event/${event.event_idx}`),
    collection: story.link(event.collection, `/collection/${event.cid}`),
  };
  return story.segments(say('card.event_story', { ...names, now, places }));
}
