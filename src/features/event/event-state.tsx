import { useT } from '#ui/interface.tsx';
import { State } from '#ui/kit/state.tsx';
import type { EventWords } from './event.messages.ts';
import type { EventStatus } from './event.rules.ts';

const tones = { in_progress: 'live', waiting: undefined, completed: undefined, canceled: 'warn' } as const;

/** The state of an event: a dot and a word. */
export function EventState({ status }: { status: EventStatus }) {
  const t = useT<EventWords>();
  return <State tone={tones[status]}>{t(`event.status_${status}`)}</State>;
}
