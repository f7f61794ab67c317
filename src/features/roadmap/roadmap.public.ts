export { roadmapThen } from './roadmap-versions.service.ts';
