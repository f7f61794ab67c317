export { type Gone, previewRestore, restoreVersion } from './collection-restore.service.ts';
export { makeVersion, stateOf, versionsOf } from './collection-versions.service.ts';
export { collectionsThen } from './collections-then.read.ts';
export { type ComparedContents, comparedPageSize, readContents } from './compared-contents.read.ts';
