export { bidOf, bidsOf, readRows } from './many/sentence-bulk.rules.ts';
export { importSentences } from './many/sentence-bulk.service.ts';
export { listBooksOf, sentencesBack, undoSentences } from './many/sentence-undo.service.ts';
