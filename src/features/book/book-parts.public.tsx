export { cefrLevels, findBookField, startFields } from './fields/book-fields.rules.ts';
export { bookGroups } from './fields/book-groups.rules.ts';
export { bookList, bookTabs, publishHash, silentHash, tabHref } from './record/book-tabs.rules.ts';
export { PublishedBadge } from './record/published-badge.tsx';
