export { readSpreadsheet } from './spreadsheet.read.ts';
export { type AccountState, accountState, requireSpreadsheetAccount } from './spreadsheet.service.ts';
