export { EventState } from './event-state.tsx';
export { EventPage } from './record/event-page.tsx';
export { useTerms } from './use-event-texts.ts';
