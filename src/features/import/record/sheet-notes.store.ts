import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import type { NotesState } from '../rules/sheet-notes.contract.ts';
import type { StoredNotes } from '../rules/sheet-notes.rules.ts';

/** The staged rows of a sheet: of books, or of words and sentences. */
interface NotedRows {
  table: 'import_row' | 'import_sentence';
  importIdx: number;
  notes: StoredNotes;
}

/** The empty cells that are merged with one that has a text, a row each: `row_no, target, letter, cell, text`. */
const openMerged = ({ table, importIdx, notes }: NotedRows): RawBuilder<unknown> => sql`
  select r.row_no, m.target, m.letter, m.cell, s.cells[m.source] as text
  from jsonb_to_recordset(${JSON.stringify(notes.merged)}::jsonb) as m
    (cell text, letter text, "row" integer, source integer, target integer, "from" integer, "to" integer)
  join ${sql.table(table)} s on s.import_idx = ${importIdx}::integer and s.row_no = m."row"
  join ${sql.table(table)} r on r.import_idx = ${importIdx}::integer and r.row_no between m."from" and m."to"
  where not r.dropped and r.cells[m.target] = '' and s.cells[m.source] <> ''`;

/** An empty cell, and the cell it is merged with. */
export interface OpenMerged {
  row_no: number;
  target: number;
  letter: string;
  cell: string;
}

/** Those among the given rows. */
export async function listOpenMerged(db: Database, noted: NotedRows, rows: readonly number[]): Promise<OpenMerged[]> {
  if (noted.notes.merged.length === 0) return [];
  const found = await sql<OpenMerged>`
    select row_no, target, letter, cell from (${openMerged(noted)}) open
    where row_no = any(${rows}::integer[]) order by row_no, target`.execute(db);
  return found.rows;
}

const named = 20;

/** The notes as screens and calls show them: what staff have left out or filled in is no longer among them. */
export async function showNotes(db: Database, noted: NotedRows): Promise<NotesState> {
  const { hidden_rows, hidden_columns, ignored_rows } = noted.notes;
  const { rows: open } = await sql<OpenMerged & { count: number }>`
    select row_no, letter, cell, count(*) over ()::integer as count from (${openMerged(noted)}) open
    order by row_no, target limit ${named}`.execute(db);
  const { rows: hidden } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(noted.table)}
    where import_idx = ${noted.importIdx} and not dropped and row_no = any(${hidden_rows}::integer[])`.execute(db);
  return {
    hidden_rows: hidden[0]?.count ?? 0,
    hidden_columns,
    ignored_rows: { count: ignored_rows.length, first: ignored_rows.slice(0, named) },
    merged: {
      count: open[0]?.count ?? 0,
      first: open.map(({ row_no, letter, cell }) => ({ cell: `${letter}${row_no}`, with: cell })),
    },
  };
}

/** Rows with empty cells that are merged with another, with the texts those show filled in. */
export async function listFilled(
  db: Database,
  noted: NotedRows,
): Promise<{ row_no: number; cells: (string | null)[] }[]> {
  const { rows } = await sql<{ row_no: number; cells: (string | null)[]; texts: Record<string, string> }>`
    select r.row_no, r.cells, open.texts
    from (select row_no, jsonb_object_agg(target, text) as texts from (${openMerged(noted)}) cell group by row_no) open
    join ${sql.table(noted.table)} r on r.import_idx = ${noted.importIdx} and r.row_no = open.row_no
    order by r.row_no`.execute(db);
  return rows.map(({ row_no, cells, texts }) => ({
    row_no,
    cells: cells.map((cell, index) => texts[index + 1] ?? cell),
  }));
}
