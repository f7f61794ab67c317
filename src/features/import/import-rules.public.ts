export { type BookFilter, bookFilters } from './books/import-books.rules.ts';
export { type FileStep, fileSteps } from './rules/import-files.rules.ts';
export { type PreviewFilter, previewFilters } from './rules/import-preview.rules.ts';
export type { ImportStep } from './rules/import-steps.rules.ts';
export type { MixedLevels, TitleTwins } from './rules/missing-titles.rules.ts';
export type { SheetKind } from './rules/sheet-kinds.rules.ts';
export { type SentenceColumn, type SentenceFilter, sentenceFilters } from './sentences/import-sentences.rules.ts';
