import type { FastifyRequest } from 'fastify';
import { readCode } from '#features/code/code.public.ts';
import { type ExpectedFile, withReceivedFile } from '#kernel/http/received-file.ts';
import { readSheet } from '#kernel/sheets/sheet-read.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { vendingMessages } from '../vending.messages.ts';
import type { Compared } from './orders.contract.ts';
import { listCompared } from './orders.read.ts';
import { columnsOf, compareOrders, type ShopOrder } from './orders.rules.ts';

const noFile = (status: number) => vendingMessages.errorWith(status, 'vending.no_list', { field: 'file' });
const expected: ExpectedFile = {
  prefix: 'staging/received/',
  endings: ['.xlsx', '.csv', '.tsv', '.txt'],
  maxBytes: 10 * 1024 * 1024,
  wrongEnding: () => noFile(415),
  noFile: () => noFile(400),
};

// More than a shop sells in a month; with a heading.
const limits = { maxRows: 50_001, maxColumns: 64, maxUnpacked: 200 << 20, maxText: 4 << 20 };

/** Compares the orders of a customer's month with the uploaded list of its shop, of which nothing is kept. */
export async function compareWithList(
  { ctx, request, storage }: { ctx: Context; request: FastifyRequest; storage: Storage },
  of: { cust_idx: number; month: string },
): Promise<Compared> {
  const lines = await withReceivedFile(storage, request, expected, readShopOrders);
  const named = lines.map(({ order }) => order);
  return compareOrders(await listCompared(ctx, of, named), lines);
}

async function readShopOrders(file: string, name: string): Promise<ShopOrder[]> {
  const rows: SheetRow[] = [];
  for await (const batch of readSheet(file, { name, ...limits })) rows.push(...batch);
  const [first] = rows;
  if (!first) throw vendingMessages.errorWith(422, 'vending.list_empty', { field: 'file' });
  const columns = columnsOf(first.cells);
  if (!columns) {
    const names = first.cells.filter((cell) => cell !== '').join(', ');
    throw vendingMessages.errorWith(422, 'vending.no_order_column', { field: 'file' }, { columns: names });
  }
  const lines = rows.slice(columns.hasHeading ? 1 : 0).map(({ cells }) => ({
    order: (cells[columns.order] ?? '').trim(),
    code: readCode(cells[columns.code] ?? ''),
  }));
  // A line that is there twice is one order.
  const once = new Map(lines.map((line) => [`${line.order}\n${line.code}`, line]));
  return [...once.values()].filter(({ order }) => order !== '');
}
