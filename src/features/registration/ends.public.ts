export { changeEnds, endsBack, foreseeEnds } from './right/ends.service.ts';
