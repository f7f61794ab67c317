export { type MissingFigures, noneMissing, readinessStates, requirementKeys } from './readiness.rules.ts';
