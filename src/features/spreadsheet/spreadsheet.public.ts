export { type AccountState, accountState, requireSpreadsheetAccount } from './spreadsheet.service.ts';
export { readSpreadsheet } from './spreadsheet-read.ts';
