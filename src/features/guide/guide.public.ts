export { guideAges } from './guide.settings.ts';
