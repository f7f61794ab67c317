import { bookFields } from '#features/book/book-fields.public.ts';
import type { ImportedRow } from '#features/import/import.public.ts';
import { SheetError } from '#kernel/sheets/sheet-error.ts';
import type { NamedSheetOptions } from '#kernel/sheets/sheet-read.ts';
import { sheetLimits } from '#kernel/sheets/sheet-rows.ts';
import { nodesIn, type OnixNode } from '../message/onix-elements.rules.ts';
import { type OnixListName, packed } from '../message/onix-record.rules.ts';
import { onixMessages } from '../onix.messages.ts';
import { cellsOf, type OnixCells, type OnixField, onixFields } from './onix-cells.rules.ts';
import { coverLinkOf, isDeletion } from './onix-notices.rules.ts';
import { type OnixDefaults, readProducts } from './onix-scan.ts';
import { allLevels, singleTitles } from './onix-titles.rules.ts';

/**
 * Reads a message product by product as rows of books, in the order of our columns. A product that is to be deleted is
 * left out. Throws AppError or SheetError for anything wrong with the message, possibly after yielding rows.
 */
export async function* readSheet(
  file: string,
  { maxRows = sheetLimits.maxRows }: NamedSheetOptions,
): AsyncGenerator<ImportedRow[]> {
  let count = 0;
  for await (const { products, defaults } of readProducts(file)) {
    yield products.map((product) => rowOf(withDefaults(product, defaults), ++count));
    if (count > maxRows) throw new SheetError('sheet.too_many_rows', { limit: maxRows });
  }
  if (count === 0) throw onixMessages.error(422, 'onix.no_products');
}

function rowOf(product: OnixNode, row: number): ImportedRow {
  const cells = cellsOf(product);
  const leftOut = isDeletion(product);
  const assumed = leftOut ? [] : assume(cells);
  const counted: OnixListName[] = [];
  if (leftOut) counted.push('deletions');
  if (coverLinkOf(product) !== undefined) counted.push('covers');
  const warned = assumed.filter((field) => field.startsWith('isbn'));
  return {
    row,
    cells: inColumns(cells),
    leftOut,
    counted,
    details: packed(product),
    assumed,
    warnings: warned.map((field) => ({ field, key: 'onix.one_isbn' })),
  };
}

const emptyRow = bookFields.map(() => '');
const columns = onixFields.map((name) => ({ name, at: bookFields.findIndex((field) => field.name === name) }));

function inColumns(cells: OnixCells): string[] {
  const row = emptyRow.slice();
  for (const { name, at } of columns) row[at] = cells[name];
  return row;
}

/**
 * Fills in what a new book needs and the message does not say: its place outside of any series, and its other ISBN.
 * Returns the fields.
 */
function assume(cells: OnixCells): string[] {
  const { series, level, isbn_print: print, isbn_spindle: spindle } = cells;
  const assumed: string[] = [];
  const set = (field: OnixField, text: string) => {
    cells[field] = text;
    assumed.push(field);
  };
  if (!series) set('series', singleTitles);
  if (!level) set('level', allLevels);
  if (print && !spindle) set('isbn_spindle', print);
  if (spindle && !print) set('isbn_print', spindle);
  return assumed;
}

/** A product with the currency that the header names for all prices. */
function withDefaults(product: OnixNode, { currency }: OnixDefaults): OnixNode {
  if (currency === '' || !product['ProductSupply']) return product;
  const price = (one: OnixNode): OnixNode => (one['CurrencyCode'] ? one : { ...one, CurrencyCode: [currency] });
  const detail = (one: OnixNode): OnixNode =>
    one['Price'] ? { ...one, Price: nodesIn(one, 'Price').map(price) } : one;
  const supply = nodesIn(product, 'ProductSupply').map((one) => ({
    ...one,
    SupplyDetail: nodesIn(one, 'SupplyDetail').map(detail),
  }));
  return { ...product, ProductSupply: supply };
}
