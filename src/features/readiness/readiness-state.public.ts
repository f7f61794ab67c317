export { gapsOf, isReadiness, lacks, missingOf, nextToFinish } from './readiness-state.read.ts';
