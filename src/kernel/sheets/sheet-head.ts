import type { SheetRow } from './sheet-rows.ts';

/**
 * Reads the first rows of a sheet and calls `act` with them and with all rows, including the first ones. The sheet is
 * read once, and closed when `act` ends.
 */
export async function withHead<T>(
  batches: AsyncIterable<SheetRow[]>,
  count: number,
  act: (head: SheetRow[], rows: AsyncIterable<SheetRow[]>) => Promise<T>,
): Promise<T> {
  const reader = batches[Symbol.asyncIterator]();
  try {
    const read: SheetRow[][] = [];
    const head: SheetRow[] = [];
    while (head.length < count) {
      const next = await reader.next();
      if (next.done) break;
      read.push(next.value);
      head.push(...next.value.slice(0, count - head.length));
    }
    const rows = async function* () {
      while (read.length > 0) yield read.shift() ?? [];
      for (let next = await reader.next(); !next.done; next = await reader.next()) yield next.value;
    };
    return await act(head, rows());
  } finally {
    await reader.return?.();
  }
}
