import { extname } from 'node:path';
import type { XmlHandler } from '../xml/xml-scan.ts';
import type { NamedSheetOptions } from './sheet-read.ts';
import { limitsOf } from './sheet-rows.ts';
import { scanPart } from './xlsx-part.ts';
import { openWorkbook } from './xlsx-workbook.ts';
import { openZip } from './zip-parts.ts';

/**
 * The number of the last row of a sheet as an .xlsx file states it before its first row; 0 if it does not. Programs that
 * write sheets are careless about it, so it is only good for showing how much is left.
 */
export async function statedRows(file: string, options: NamedSheetOptions): Promise<number> {
  if (extname(options.name).toLowerCase() !== '.xlsx') return 0;
  try {
    const parts = await openZip(file, limitsOf(options).maxUnpacked);
    try {
      const { sheetPart } = await openWorkbook(parts, options);
      const dimension = new Dimension();
      for await (const _ of scanPart(parts, sheetPart, dimension)) break;
      return dimension.lastRow;
    } finally {
      parts.close();
    }
  } catch {
    // Reading the sheet will say what is wrong with it.
    return 0;
  }
}

class Dimension implements XmlHandler {
  readonly wantsText = false;
  lastRow = 0;

  open(name: string, attributes: { get(name: string): string | undefined }): void {
    // A reference such as A1:AM20001.
    if (name === 'dimension') this.lastRow = Number(/:[A-Z]+(\d+)$/.exec(attributes.get('ref') ?? '')?.[1] ?? 0);
  }

  text(): void {}

  close(): void {}
}
