export { foreseeMove, type Move, moveBack, moveRegistrations } from './right/move.service.ts';
