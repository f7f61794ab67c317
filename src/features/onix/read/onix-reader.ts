import { bookFields } from '#features/book/book.public.ts';
import type { ImportedRow } from '#features/import/import.public.ts';
import { SheetError } from '#kernel/sheets/sheet-error.ts';
import type { NamedSheetOptions } from '#kernel/sheets/sheet-read.ts';
import { sheetLimits } from '#kernel/sheets/sheet-rows.ts';
import { nodeIn, nodesIn, type OnixNode, textIn } from '../message/onix-elements.rules.ts';
import { onixMessages } from '../onix.messages.ts';
import type { OnixListName, OnixRecord } from '../onix-record.rules.ts';
import { cellsOf } from './onix-cells.rules.ts';
import { type OnixDefaults, readProducts } from './onix-scan.ts';
import { allLevels, singleTitles } from './onix-titles.rules.ts';

const deletion = '05';

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
  const cells: Record<string, string> = cellsOf(product);
  const leftOut = textIn(product, 'NotificationType') === deletion;
  const assumed = leftOut ? {} : assumptions(cells);
  const { RecordReference: _key, ...kept } = product;
  const counted: OnixListName[] = [
    ...(leftOut ? (['deletions'] as const) : []),
    ...(hasCover(product) ? (['covers'] as const) : []),
  ];
  return {
    row,
    cells: bookFields.map(({ name }) => assumed[name] ?? cells[name] ?? ''),
    leftOut,
    ...(Object.keys(assumed).length > 0 && { assumed: Object.keys(assumed) }),
    ...('isbn_spindle' in assumed && { warnings: [{ field: 'isbn_spindle', key: 'onix.one_isbn' }] }),
    ...('isbn_print' in assumed && { warnings: [{ field: 'isbn_print', key: 'onix.one_isbn' }] }),
    ...(counted.length > 0 && { counted }),
    details: JSON.stringify({ reference: textIn(product, 'RecordReference'), product: kept } satisfies OnixRecord),
  };
}

const frontCover = '01';

const hasCover = (product: OnixNode): boolean =>
  nodesIn(nodeIn(product, 'CollateralDetail'), 'SupportingResource').some(
    (one) =>
      textIn(one, 'ResourceContentType') === frontCover &&
      nodesIn(one, 'ResourceVersion').some((version) => textIn(version, 'ResourceLink') !== ''),
  );

/** What a new book needs and the message does not say: its place outside of any series, and its other ISBN. */
function assumptions({ series, level, isbn_print, isbn_spindle }: Record<string, string>): Record<string, string> {
  return {
    ...(!series && { series: singleTitles }),
    ...(!level && { level: allLevels }),
    ...(isbn_print && !isbn_spindle && { isbn_spindle: isbn_print }),
    ...(isbn_spindle && !isbn_print && { isbn_print: isbn_spindle }),
  };
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
