import type { sheetMessages } from '../messages/common/sheet.messages.ts';

/**
 * The error codes and their values: `row` is the row number shown in the sheet, `column` its letters, `limit` the limit
 * that was exceeded (in megabytes for too_large and too_much_text). The texts are common messages.
 */
export interface SheetErrorValues extends Record<SheetErrorCode, object> {
  'sheet.not_a_spreadsheet': Record<string, never>;
  'sheet.wrong_extension': { name: string; format: 'xlsx' | 'csv' };
  'sheet.unsupported_format': { format: 'xls' | 'xlsb' | 'ods' };
  'sheet.encrypted': Record<string, never>;
  'sheet.truncated': Record<string, never>;
  'sheet.damaged': { part: string };
  'sheet.unsafe': { part: string };
  'sheet.too_large': { limit: number };
  'sheet.suspicious_compression': Record<string, never>;
  'sheet.too_much_text': { limit: number; row: number };
  'sheet.too_many_rows': { limit: number };
  'sheet.too_many_columns': { limit: number; row: number; column: string };
  'sheet.cell_too_long': { limit: number; row: number; column: string };
  'sheet.illegal_character': { row: number; column: string };
  'sheet.not_found': { name: string };
  'sheet.no_sheet': Record<string, never>;
  'sheet.bad_encoding': { row: number; column: string };
  'sheet.bad_csv': { row: number };
}

/** A code without a message does not compile. */
export type SheetErrorCode = keyof typeof sheetMessages.en;

/** A file that cannot be read as a sheet; the file is at fault, so the answer is 422. */
export class SheetError<Code extends SheetErrorCode = SheetErrorCode> extends Error {
  override readonly name = 'SheetError';
  readonly code: Code;
  readonly values: SheetErrorValues[Code];

  constructor(code: Code, values: SheetErrorValues[Code], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.values = values;
  }
}
