export { bookFilters } from './books/import-books.rules.ts';
export { fileExtension } from './rules/import-files.rules.ts';
export { previewFilters } from './rules/import-preview.rules.ts';
export { importSteps, stepAfter, stepHref } from './rules/import-steps.rules.ts';
export { longestImport, maxSheetBytes } from './rules/import-upload.rules.ts';
export { findTwins, mergedTogether, mergeInto, sumMissing, titleKinds } from './rules/missing-titles.rules.ts';
export { sentenceColumns, sentenceFilters, sentencePageSize } from './sentences/import-sentences.rules.ts';
