export { EventPage } from './record/event-page.tsx';
