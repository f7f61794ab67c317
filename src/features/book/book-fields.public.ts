export { readBody } from './fields/book-body.rules.ts';
export {
  type BookTexts,
  checkCell,
  warningsOf,
} from './fields/book-cells.rules.ts';
export {
  type BookField,
  type BookFieldName,
  bookFields,
  bookTable,
  cefrLevels,
  defaultFormat,
  findBookField,
  isReference,
  plainFieldNames,
  referenceColumns,
} from './fields/book-fields.rules.ts';
export {
  type IsbnField,
  isbnFields,
  isbnsIn,
  numberOfIsbn,
  readIsbn,
  spellingsOfIsbn,
  withRightCheckDigit,
} from './fields/isbn.rules.ts';
