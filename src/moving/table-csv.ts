import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { ExportedColumn, ExportedTable } from './exported-columns.ts';

/** How a CSV file tells "nothing" from an empty text. */
export const nothing = String.raw`\N`;

const form = String.raw`(format csv, header match, null '\N')`;

/** Makes the cells of an export the same on every server, until the end of the transaction. */
export const sameCells = `
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601'; set local extra_float_digits = 1`;

const quoted = (name: string) => name.split('.').map(pg.escapeIdentifier).join('.');
const named = (columns: readonly ExportedColumn[]) => columns.map(({ name }) => quoted(name)).join(', ');

/** Times as in ISO 8601, lists as JSON; everything else as PostgreSQL writes it. */
function cellOf({ name, type, isArray }: ExportedColumn): string {
  const column = `t.${quoted(name)}`;
  if (isArray) return `to_json(${column})::text as ${quoted(name)}`;
  return type.startsWith('timestamp') ? `to_json(${column}) #>> '{}' as ${quoted(name)}` : column;
}

const textual = new Set(['text', 'character varying']);

/** Of the queue only what waits leaves. */
const rowsOf = ({ name }: ExportedTable) => (name === 'pgboss.job' ? `where t.state < 'completed'` : '');

function queryOf(table: ExportedTable): string {
  const inOrder = (table.key.length > 0 ? table.key : table.columns.map(({ name }) => name)).map((name) => {
    const isText = textual.has(table.columns.find((column) => column.name === name)?.type ?? '');
    return `t.${quoted(name)}${isText ? ' collate "C"' : ''}`;
  });
  const cells = table.columns.map(cellOf).join(', ');
  const select = `select ${cells} from ${quoted(table.name)} t ${rowsOf(table)} order by ${inOrder.join(', ')}`;
  return String.raw`copy (${select}) to stdout (format csv, header, null '\N')`;
}

/** A table as a CSV file, as the connection's transaction sees it. `rows` is known once everything was read. */
export function readCsv(client: pg.ClientBase, table: ExportedTable): { source: Readable; rows: () => number } {
  const copy = client.query(copyTo(queryOf(table)));
  const source = new PassThrough();
  // Its failure is that of the source.
  void pipeline(copy, source).catch(() => undefined);
  return { source, rows: () => copy.rowCount };
}

/** Loads a CSV file into a table; `filled` are expressions for columns that it has not, or that become others. */
export async function loadCsv(
  client: pg.ClientBase,
  table: ExportedTable,
  { source, filled }: { source: Readable; filled: ReadonlyMap<string, string> },
): Promise<number> {
  const isPlain = filled.size === 0 && table.columns.every(({ isArray }) => !isArray);
  if (isPlain) return copyIn(client, table.name, table.columns, source);
  const types = table.columns.map(({ name, type, isArray }) => `${quoted(name)} ${isArray ? 'text' : type}`);
  await client.query(`create temporary table moved (${types.join(', ')}) on commit drop`);
  const rows = await copyIn(client, 'moved', table.columns, source);
  const values = new Map(table.columns.map((column) => [column.name, valueOf(column)]));
  for (const [column, expression] of filled) values.set(column, expression);
  await client.query(
    `insert into ${quoted(table.name)} (${[...values.keys()].map(quoted).join(', ')}) overriding system value
     select ${[...values.values()].join(', ')} from moved`,
  );
  await client.query('drop table moved');
  return rows;
}

const valueOf = ({ name, type, isArray }: ExportedColumn): string =>
  isArray
    ? `case when ${quoted(name)} is not null then array(select json_array_elements_text(${quoted(name)}::json))::${type}[] end`
    : quoted(name);

async function copyIn(client: pg.ClientBase, into: string, columns: readonly ExportedColumn[], source: Readable) {
  const copy = client.query(copyFrom(`copy ${quoted(into)} (${named(columns)}) from stdin ${form}`));
  await pipeline(source, copy);
  return copy.rowCount;
}
