export { readRows } from './many/sentence-bulk.rules.ts';
export { importSentences } from './many/sentence-bulk.service.ts';
export { listBooksOf, sentencesUndo } from './many/sentence-undo.service.ts';
