export { withComingReleases } from './apply/coming.service.ts';
export { inRelease, releaseName } from './apply/in-release.service.ts';
