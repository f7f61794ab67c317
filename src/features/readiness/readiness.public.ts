export { type ComingBook, foreseeReadiness } from './coming-readiness.read.ts';
export { type BookRequirement, readReadiness } from './readiness.read.ts';
export { gapsOf, gapsOfMany } from './readiness-figures.read.ts';
