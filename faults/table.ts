/** A Markdown table whose first column names its rows. */
export interface Table {
  readonly columns: readonly string[];
  /** Every possible row, in order. */
  readonly names: readonly string[];
}

/** The cells of a row after its name. */
export type Cells = readonly (string | number)[];

/**
 * Updates the measured rows in a document's table, which is found by its columns. Rows that were not measured stay;
 * rows whose names no longer exist are removed.
 */
export function withRows(document: string, { columns, names }: Table, measured: ReadonlyMap<string, Cells>): string {
  const lines = document.split('\n');
  const head = lines.findIndex((line) => cellsOf(line).join() === columns.join());
  if (head < 0) throw new Error(`There is no table with the columns ${columns.join(', ')}.`);
  const length = lines.slice(head).findIndex((line) => !line.startsWith('|'));
  const before = new Map(
    lines.slice(head + 2, head + length).map((line) => {
      const [name = '', ...cells] = cellsOf(line);
      return [name, cells];
    }),
  );
  const rows = names.flatMap((name) => {
    const cells = measured.get(name) ?? before.get(name);
    return cells ? [[name, ...cells.map(String)]] : [];
  });
  return lines.toSpliced(head, length, ...drawn([[...columns], ...rows])).join('\n');
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Lines with columns padded to the same width, header first. */
function drawn(rows: readonly string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (cells: readonly string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  const [head = [], ...rest] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)];
}
