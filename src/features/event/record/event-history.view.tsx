import type { EventHead } from './event-head.read.ts';
import { EventPage } from './event-page.tsx';

/** The head of an event above its history, which is a separate fragment. */
export default function EventHistory({ event }: { event: EventHead }) {
  return <EventPage event={event} tab="history" />;
}
