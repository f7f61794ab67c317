export { closeLinks, countOpenLinks, reopenLinks } from './partner/leaked-links.store.ts';
