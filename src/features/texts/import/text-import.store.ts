import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { FieldProblem } from '#kernel/messages/errors.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { TextOrigin } from '#kernel/records/record-texts.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ReturnedParagraph } from '../file/file-paragraphs.ts';
import { textsMessages } from '../texts.messages.ts';

export interface TextImportRow {
  timp_idx: number;
  file_name: string;
  status: 'ready' | 'applied' | 'undone';
  created_at: number;
  created_by: string | null;
  act_idx: number | null;
}

/** A text in a file that came back; see the migration. */
export interface StagedCell {
  nth: number;
  place: string | null;
  kind: string;
  record_id: string;
  field: string;
  locale: Locale;
  source_locale: Locale | null;
  source_mark: string | null;
  base_mark: string | null;
  given: string;
  problem: FieldProblem | null;
  before: string | null;
  /** What the file says of its paragraphs. */
  paragraphs: ReturnedParagraph[] | null;
  /** What it was made of before the import was applied, and after. */
  origins: { was: TextOrigin; now: TextOrigin } | null;
}

/** A text as it is read. */
export type NewCell = Omit<StagedCell, 'before' | 'origins'>;

export async function insertTextImport(ctx: Context, fileName: string): Promise<number> {
  const { timp_idx } = await ctx.db
    .insertInto('text_import')
    .values({ file_name: fileName, created_at: ctx.now.toISOString(), created_by: actorName(ctx.actor) })
    .returning('timp_idx')
    .executeTakeFirstOrThrow();
  return timp_idx;
}

export async function insertCells(db: Database, timpIdx: number, cells: readonly NewCell[]): Promise<void> {
  await sql`
    insert into text_import_cell (timp_idx, nth, place, kind, record_id, field, locale, source_locale, source_mark,
      base_mark, given, problem, paragraphs)
    select ${timpIdx}, nth, place, kind, record_id, field, locale, source_locale, source_mark, base_mark, given, problem,
      nullif(paragraphs, 'null')
    from json_to_recordset(${JSON.stringify(cells)}::json) as given (nth integer, place text, kind text, record_id text,
      field text, locale text, source_locale text, source_mark text, base_mark text, given text, problem jsonb, paragraphs jsonb)`.execute(
    db,
  );
}

const columns = sql`timp_idx, file_name, status, ${secondsOf('created_at')} as created_at, created_by, act_idx`;

/** The import with this number; 404 if there is none. */
export const getTextImport = (db: Database, timpIdx: number): Promise<TextImportRow> => getRow(db, timpIdx, sql``);

/** The import with this number, locked until the transaction ends; 404 if there is none. */
export const lockTextImport = (db: Database, timpIdx: number): Promise<TextImportRow> =>
  getRow(db, timpIdx, sql`for no key update`);

async function getRow(db: Database, timpIdx: number, lock: RawBuilder<unknown>): Promise<TextImportRow> {
  const { rows } = await sql<TextImportRow>`
    select ${columns} from text_import where timp_idx = ${timpIdx} ${lock}`.execute(db);
  if (!rows[0]) throw textsMessages.error(404, 'texts.not_found');
  return rows[0];
}

/** The newest imports. */
export async function listTextImports(db: Database, most: number): Promise<TextImportRow[]> {
  const { rows } = await sql<TextImportRow>`
    select ${columns} from text_import order by timp_idx desc limit ${most}`.execute(db);
  return rows;
}

/** The texts of a file in its order; with `applied`, those that the apply saved. */
export async function listCells(db: Database, timpIdx: number, isApplied = false): Promise<StagedCell[]> {
  const applied = isApplied ? sql`and before is not null` : sql``;
  const { rows } = await sql<StagedCell>`
    select nth, place, kind, record_id, field, locale, source_locale, source_mark, base_mark, given, problem, before,
      paragraphs, origins
    from text_import_cell where timp_idx = ${timpIdx} ${applied} order by nth`.execute(db);
  return rows;
}

/** Notes that an import was applied, and which texts it replaced. */
export async function markApplied(
  db: Database,
  timpIdx: number,
  act: number,
  replaced: readonly Pick<StagedCell, 'nth' | 'before' | 'origins'>[],
): Promise<void> {
  await sql`
    update text_import_cell c set before = given.before, origins = given.origins
    from json_to_recordset(${JSON.stringify(replaced)}::json) as given (nth integer, before text, origins jsonb)
    where c.timp_idx = ${timpIdx} and c.nth = given.nth`.execute(db);
  await db
    .updateTable('text_import')
    .set({ status: 'applied', act_idx: act })
    .where('timp_idx', '=', timpIdx)
    .execute();
}

/** The import that an act applied. */
export async function findImportOfAct(db: Database, act: number): Promise<number | undefined> {
  const { rows } = await sql<{ timp_idx: number }>`
    select timp_idx from text_import where act_idx = ${act}::bigint`.execute(db);
  return rows[0]?.timp_idx;
}

/** How many texts an act replaced. */
export async function countApplied(db: Database, act: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from text_import join text_import_cell using (timp_idx)
    where act_idx = ${act}::bigint and before is not null`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function markUndone(db: Database, timpIdx: number): Promise<void> {
  await db.updateTable('text_import').set({ status: 'undone' }).where('timp_idx', '=', timpIdx).execute();
}
