export { parseSpreadsheetLink } from './spreadsheet-link.rules.ts';
export { requireSpreadsheetAccount } from './spreadsheet.service.ts';
export { readSpreadsheet, type SpreadsheetRange } from './spreadsheet-read.ts';
