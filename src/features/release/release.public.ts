export { inRelease, releaseName } from './apply/in-release.service.ts';
