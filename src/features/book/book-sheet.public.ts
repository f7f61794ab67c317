export { bookSheetFields } from './fields/sheet-names.ts';
