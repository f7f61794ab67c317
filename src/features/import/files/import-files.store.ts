import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { type FileKind, type FileStep, type FileTarget, fileKinds } from '../rules/import-files.rules.ts';
import type { GivenFile } from './import-files.contract.ts';

/** A file of an import. */
export interface ImportFile {
  file_idx: number;
  file_name: string;
  size: number;
  kind: FileKind;
  place: number;
  bid: string;
  bidx: number;
  status: 'waiting' | 'taken' | 'refused';
}

/** A chosen file and its purpose. */
export type MatchedFile = GivenFile & FileTarget;

const ofStep = (step: FileStep) => sql<boolean>`kind = any(${[...fileKinds[step]]}::text[])`;

/** The words of these books that have a sentence with mdr_targeted Y, by `{bidx} {word}`. */
export async function findTargets(
  db: Database,
  wanted: readonly { bidx: number; word: string }[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ target: string; word_idx: number }>`
    select w.bidx || ' ' || w.word as target, w.word_idx
    from unnest(${wanted.map((one) => one.bidx)}::integer[], ${wanted.map((one) => one.word)}::text[]) as wanted (bidx, word)
    join word w using (bidx, word)
    where exists (select 1 from sentence s where s.word_idx = w.word_idx and s.mdr_targeted = 'Y')`.execute(db);
  return new Map(rows.map(({ target, word_idx }) => [target, word_idx]));
}

const given = (files: readonly MatchedFile[]) => {
  const column = (name: keyof MatchedFile) => sql`${files.map((one) => one[name])}`;
  return sql`unnest(${column('name')}::text[], ${column('size')}::integer[], ${column('modified')}::bigint[],
    ${column('kind')}::text[], ${column('bidx')}::integer[], ${column('place')}::integer[])
    as given (file_name, size, modified_at, kind, bidx, place)`;
};

/**
 * Deletes the records of files whose name or place now has a different file, or that were rejected; returns them. The
 * previews of a book are replaced together: if one of them is new, those already taken have to be uploaded again.
 */
export async function deleteOutdated(
  db: Database,
  importIdx: number,
  files: readonly MatchedFile[],
): Promise<{ file_idx: number; kind: FileKind }[]> {
  const file = (of: string) =>
    sql.join(['file_name', 'size', 'modified_at', 'kind', 'bidx', 'place'].map((name) => sql.ref(`${of}.${name}`)));
  const { rows } = await sql<{ file_idx: number; kind: FileKind }>`
    with given as (select * from ${given(files)}),
    known as (select * from import_file where import_idx = ${importIdx}),
    outdated as (
      select k.file_idx from known k join given using (file_name)
      where k.status = 'refused' or (${file('k')}) <> (${file('given')})
      union
      select k.file_idx from known k join given using (kind, bidx, place) where k.file_name <> given.file_name
      union
      select k.file_idx from known k join given using (kind, bidx)
      where kind = 'preview' and k.status = 'taken' and not exists (
        select 1 from known taken where taken.status = 'taken' and (${file('taken')}) = (${file('given')}))
    )
    delete from import_file f using outdated where f.file_idx = outdated.file_idx
    returning f.file_idx, f.kind`.execute(db);
  return rows;
}

/** Adds the files that the import does not have yet. */
export async function insertFiles(db: Database, importIdx: number, files: readonly MatchedFile[]): Promise<void> {
  await sql`
    insert into import_file (import_idx, file_name, size, modified_at, kind, bidx, place)
    select ${importIdx}::integer, file_name, size, modified_at, kind, bidx, place from ${given(files)}
    on conflict (import_idx, file_name) do nothing`.execute(db);
}

const record = (db: Database, importIdx: number) =>
  db
    .selectFrom('import_file as f')
    .innerJoin('book as b', 'b.bidx', 'f.bidx')
    .select(['f.file_idx', 'f.file_name', 'f.size', 'f.kind', 'f.place', 'f.status', 'f.bidx', 'b.bid'])
    .where('f.import_idx', '=', importIdx)
    .$castTo<ImportFile>();

export function findFilesByName(db: Database, importIdx: number, names: readonly string[]): Promise<ImportFile[]> {
  return record(db, importIdx).where(sql<boolean>`f.file_name = any(${names}::text[])`).execute();
}

/** The files of these books that are still to be taken. */
export function listWaiting(
  db: Database,
  importIdx: number,
  step: FileStep,
  bids: readonly string[],
): Promise<ImportFile[]> {
  return record(db, importIdx)
    .where('f.status', '=', 'waiting')
    .where(ofStep(step))
    .where(sql<boolean>`b.bid = any(${bids}::text[])`)
    .orderBy('f.file_idx')
    .execute();
}

/** The given files that are still waiting, locked until the transaction ends. */
export async function lockWaiting(db: Database, files: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ file_idx: number }>`
    select file_idx from import_file where file_idx = any(${files}::integer[]) and status = 'waiting'
    order by file_idx for update`.execute(db);
  return new Set(rows.map((row) => row.file_idx));
}

/** The books of these files that have a waiting or rejected preview not among these files. */
export async function findLackingPreviews(
  db: Database,
  importIdx: number,
  files: readonly Pick<ImportFile, 'file_idx' | 'bidx'>[],
): Promise<Set<number>> {
  const column = (name: 'file_idx' | 'bidx') => sql`${files.map((one) => one[name])}::integer[]`;
  const { rows } = await sql<{ bidx: number }>`
    select distinct bidx from import_file
    where import_idx = ${importIdx} and kind = 'preview' and status <> 'taken'
      and bidx = any(${column('bidx')}) and file_idx <> all(${column('file_idx')})`.execute(db);
  return new Set(rows.map((row) => row.bidx));
}

/** Marks files as taken; rejected files for the same places are deleted. */
export async function setTaken(db: Database, files: readonly number[]): Promise<void> {
  await sql`
    with taken as (
      update import_file set status = 'taken', problem = null where file_idx = any(${files}::integer[])
      returning import_idx, bidx, kind, place
    )
    delete from import_file f using taken
    where (f.import_idx, f.bidx, f.kind, f.place) = (taken.import_idx, taken.bidx, taken.kind, taken.place)
      and f.status = 'refused'`.execute(db);
}

export async function setRefused(
  db: Database,
  files: readonly { file_idx: number; problem: { key: string } }[],
): Promise<void> {
  await sql`
    update import_file f set status = 'refused', problem = given.problem
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as given (file_idx integer, problem jsonb)
    where f.file_idx = given.file_idx and f.status = 'waiting'`.execute(db);
}

/** The number of files of a step in each state. */
export async function countFiles(
  db: Database,
  importIdx: number,
  step: FileStep,
): Promise<Record<ImportFile['status'], number>> {
  const { rows } = await sql<Record<ImportFile['status'], number>>`
    select count(*) filter (where status = 'taken')::integer as taken,
      count(*) filter (where status = 'waiting')::integer as waiting,
      count(*) filter (where status = 'refused')::integer as refused
    from import_file join book using (bidx) where import_idx = ${importIdx} and ${ofStep(step)}`.execute(db);
  return rows[0] ?? { taken: 0, waiting: 0, refused: 0 };
}

/** A rejected file with its problem. */
type RefusedFile = Pick<ImportFile, 'file_name' | 'bid'> & {
  problem: { key: string; values?: Record<string, unknown> };
};

export function listRefused(db: Database, importIdx: number, step: FileStep, limit: number): Promise<RefusedFile[]> {
  return db
    .selectFrom('import_file as f')
    .innerJoin('book as b', 'b.bidx', 'f.bidx')
    .select(['f.file_name', 'b.bid', 'f.problem'])
    .where('f.import_idx', '=', importIdx)
    .where('f.status', '=', 'refused')
    .where(ofStep(step))
    .orderBy('f.file_idx')
    .limit(limit)
    .$castTo<RefusedFile>()
    .execute();
}

/** Deletes the files of a step that were not taken; returns them. */
export async function deleteUntaken(
  db: Database,
  importIdx: number,
  step: FileStep,
): Promise<{ file_idx: number; kind: FileKind }[]> {
  return db
    .deleteFrom('import_file')
    .where('import_idx', '=', importIdx)
    .where('status', '<>', 'taken')
    .where(ofStep(step))
    .returning(['file_idx', 'kind'])
    .$castTo<{ file_idx: number; kind: FileKind }>()
    .execute();
}
