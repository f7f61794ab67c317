export { type BookCounts, type BookTab, publishHash, silentHash, tabHref } from './record/book-tabs.rules.ts';
