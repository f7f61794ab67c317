/** A table of Markdown whose first column names its rows. */
export interface Table {
  readonly columns: readonly string[];
  /** Every row that it may have, in this order. */
  readonly names: readonly string[];
}

/** The cells of a row after its name. */
export type Cells = readonly (string | number)[];

/**
 * Puts measured rows into the table of a document, which is known by its columns. Rows that were not measured stay, and
 * those of names that are no more go.
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

/** Lines whose columns are of one width, the first of them the head. */
function drawn(rows: readonly string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (cells: readonly string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`;
  const [head = [], ...rest] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)];
}
