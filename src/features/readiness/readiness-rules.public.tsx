export { readinessStates, requirementKeys, requirements } from './readiness.rules.ts';
