export { isReadiness, lacks, nextToFinish } from './readiness-state.read.ts';
