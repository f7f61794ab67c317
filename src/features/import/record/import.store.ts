import { sql } from 'kysely';
import type { KeptBook, MissingTitle } from '#features/library/book-rows.public.ts';
import type { Database } from '#kernel/db/database.ts';
import { listPage } from '#kernel/db/list-page.ts';
import type { Page } from '#kernel/db/paging.ts';
import { secondsOrZero } from '#kernel/db/seconds.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { startOfDay } from '#kernel/work/days.ts';
import { fileKinds } from '../rules/import-files.rules.ts';
import type { ImportStep } from '../rules/import-steps.rules.ts';
import type { MissingCounts, MixedLevels } from '../rules/missing-titles.rules.ts';
import type { StoredNotes } from '../rules/sheet-notes.rules.ts';
import type { ImportCounts } from './import.contract.ts';
import { deleteRows } from './import-row.store.ts';

type ImportStatus = 'mapping' | 'ready' | 'applying' | 'applied' | 'undone';

export interface ImportRecord {
  import_idx: number;
  status: ImportStatus;
  source: 'sheet' | 'call' | 'books';
  /** The current step of the wizard. */
  step: ImportStep;
  /** The steps that have been done, at least in part. */
  done_steps: ImportStep[];
  file_name: string | null;
  file_key: string | null;
  sheet_name: string | null;
  update_existing: boolean;
  create_missing: boolean;
  /** Whether new levels are sorted by their numbers, and two that stand otherwise in the sheet. */
  sort_levels: boolean;
  mixed_levels: MixedLevels | null;
  row_count: number;
  counts: ImportCounts;
  /** The first ones of each kind; see {@link missing_counts}. */
  missing: MissingTitle[];
  missing_counts: Partial<MissingCounts>;
  filled: string[];
  unknown_columns: string[];
  problem: { key: string; values?: Record<string, unknown> } | null;
  kept: KeptBook[];
  /** The act that applied it, record by record; null before. */
  act_idx: number | null;
  created_by: string | null;
  created_at: number;
  applied_by: string | null;
  applied_at: number;
  undone_by: string | null;
  undone_at: number;
}

const taken = (kinds: readonly string[]) => sql`
  exists (select 1 from import_file f where f.import_idx = import.import_idx and f.status = 'taken' and f.kind = any(${kinds}))`;

// Based on what was done, whichever steps were skipped.
const doneSteps = sql<ImportStep[]>`array_remove(array[
  case when status in ('applied', 'undone') then 'isbn' end,
  case when ${taken(fileKinds.images)} then 'images' end,
  case when exists (select 1 from import_sentence_sheet s where s.import_idx = import.import_idx and s.applied_at is not null)
    then 'sentences' end,
  case when ${taken(fileKinds.audio)} then 'audio' end], null)`;

const plain = (db: Database) =>
  db
    .selectFrom('import')
    .select([
      'import_idx',
      'status',
      'source',
      'step',
      'file_name',
      'file_key',
      'sheet_name',
      'update_existing',
      'create_missing',
      'sort_levels',
      'mixed_levels',
      'row_count',
      'counts',
      'missing_counts',
      'filled',
      'unknown_columns',
      'problem',
      'act_idx',
      'created_by',
      'applied_by',
      'undone_by',
      doneSteps.as('done_steps'),
      secondsOrZero('created_at').as('created_at'),
      secondsOrZero('applied_at').as('applied_at'),
      secondsOrZero('undone_at').as('undone_at'),
    ]);

const record = (db: Database) => plain(db).select(['missing', 'kept']).$castTo<ImportRecord>();

export function findImport(db: Database, importIdx: number): Promise<ImportRecord | undefined> {
  return record(db).where('import_idx', '=', importIdx).executeTakeFirst();
}

/** Locks an import until the transaction ends: one act at a time per import. */
export function lockImport(db: Database, importIdx: number): Promise<ImportRecord | undefined> {
  return record(db).where('import_idx', '=', importIdx).forUpdate().executeTakeFirst();
}

/** The import that this act applied, locked until the transaction ends. */
export function lockImportOfAct(db: Database, act: number): Promise<ImportRecord | undefined> {
  return record(db).where('act_idx', '=', act).forUpdate().executeTakeFirst();
}

/** Imports of sheets that were applied and not undone. */
export const isApplied = sql<boolean>`(status = 'applied' and source <> 'books')`;

interface ListedImports {
  page: number;
  /** Only those applied on this day or later. */
  appliedSince?: string | undefined;
}

/** One page of imports, newest first, without the titles and books that only the page of a single import shows. */
export function listImports(
  { db, timeZone }: Pick<Context, 'db' | 'timeZone'>,
  { page, appliedSince }: ListedImports,
): Promise<Page<ImportRecord>> {
  const none = sql<never[]>`'[]'::jsonb`;
  const all = plain(db)
    .select([none.as('missing'), none.as('kept')])
    .$castTo<ImportRecord>();
  const listed = appliedSince
    ? all.where(isApplied).where('applied_at', '>=', startOfDay(appliedSince, timeZone))
    : all;
  return listPage(db, listed.orderBy('created_at', 'desc').orderBy('import_idx', 'desc'), page);
}

/** Unfinished imports: failed ones first, then newest first. */
export function listUnfinished(db: Database, limit: number): Promise<ImportRecord[]> {
  const none = sql<never[]>`'[]'::jsonb`;
  return plain(db)
    .select([none.as('missing'), none.as('kept')])
    .where((row) =>
      row.or([
        row('status', 'in', ['mapping', 'ready', 'applying']),
        row.and([row('status', '=', 'applied'), row('step', '!=', 'done')]),
      ]),
    )
    .orderBy(sql`problem is null`)
    .orderBy('import.created_at', 'desc')
    .orderBy('import_idx', 'desc')
    .limit(limit)
    .$castTo<ImportRecord>()
    .execute();
}

interface NewImport {
  source: ImportRecord['source'];
  fileName: string | null;
  fileKey: string | null;
  sheetName: string | null;
  update: boolean;
}

export async function insertImport(ctx: Context, given: NewImport): Promise<number> {
  const row = await ctx.db
    .insertInto('import')
    .values({
      status: 'ready',
      source: given.source,
      file_name: given.fileName,
      file_key: given.fileKey,
      sheet_name: given.sheetName,
      update_existing: given.update,
      row_count: 0,
      created_by: actorName(ctx.actor),
      created_at: ctx.now.toISOString(),
    })
    .returning('import_idx')
    .executeTakeFirstOrThrow();
  return row.import_idx;
}

type ImportChange = Partial<{
  status: ImportStatus;
  act_idx: number;
  step: ImportStep;
  row_count: number;
  filled: string[];
  unknown_columns: string[];
  remarks: string;
  sheet_notes: string | null;
  update_existing: boolean;
  create_missing: boolean;
  sort_levels: boolean;
  mixed_levels: string | null;
  counts: string;
  missing: string;
  missing_counts: string;
  kept: string;
  problem: string | null;
  applied_by: string | null;
  applied_at: string | null;
  undone_by: string | null;
  undone_at: string | null;
}>;

export async function updateImport(db: Database, importIdx: number, change: ImportChange): Promise<void> {
  await db.updateTable('import').set(change).where('import_idx', '=', importIdx).execute();
}

/** Removes an import that was not applied, with its rows. */
export async function deleteImport(db: Database, importIdx: number): Promise<void> {
  await deleteRows(db, importIdx);
  await db.deleteFrom('import').where('import_idx', '=', importIdx).execute();
}

/** What is hidden or merged in the sheet of an import; null if nothing is. */
export async function findNotes(db: Database, importIdx: number): Promise<StoredNotes | null> {
  const found = await db
    .selectFrom('import')
    .select('sheet_notes')
    .where('import_idx', '=', importIdx)
    .$castTo<{ sheet_notes: StoredNotes | null }>()
    .executeTakeFirst();
  return found?.sheet_notes ?? null;
}

/** The given keys of uploaded sheets that an import refers to. */
export async function findFileKeys(ctx: Context, keys: readonly string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('import')
    .select('file_key')
    .where(sql<boolean>`file_key = any(${keys})`)
    .execute();
  return rows.flatMap((row) => row.file_key ?? []);
}
