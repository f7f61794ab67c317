import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { namesOf } from '#kernel/records/record-fields.rules.ts';
import { deleteRestorable, insertDeleted, type RestorableTable } from '#kernel/records/restorable-rows.ts';
import { termPattern } from '#kernel/text/house-terms.rules.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { type FormerForm, formerAfter, termEntity } from './term.rules.ts';
import { type TermColumns, termFields } from './term-fields.rules.ts';

/** A term as it is stored. */
export interface TermRow extends TermColumns {
  term_idx: number;
  former: FormerForm[];
  /** Seconds. */
  updated_at: number;
  updated_by: string | null;
  version: number;
}

const names = namesOf(termFields);
const columns = sql`term_idx, ${sql.join(names.map((name) => sql.ref(name)))}, former,
  ${secondsOf('updated_at')} as updated_at, updated_by, version`;

export const findTerm = async ({ db }: Context, id: number): Promise<TermRow | undefined> =>
  (await sql<TermRow>`select ${columns} from term where term_idx = ${id}`.execute(db)).rows[0];

/** Locks a term until the transaction ends. */
export const lockTerm = async ({ db }: Context, id: number): Promise<TermRow | undefined> =>
  (await sql<TermRow>`select ${columns} from term where term_idx = ${id} for update`.execute(db)).rows[0];

export async function insertTerm(ctx: Context, values: TermColumns): Promise<number> {
  const now = ctx.now.toISOString();
  const { term_idx } = await ctx.db
    .insertInto('term')
    .values({
      ...values,
      pattern: termPattern(values.term),
      created_at: now,
      updated_at: now,
      updated_by: actorName(ctx.actor),
    })
    .returning('term_idx')
    .executeTakeFirstOrThrow();
  return term_idx;
}

/** Writes what differs, and what texts said for it until now. */
export async function updateTerm(ctx: Context, before: TermRow, differing: Partial<TermColumns>): Promise<void> {
  const after = { ...before, ...differing };
  await ctx.db
    .updateTable('term')
    .set({
      ...differing,
      pattern: termPattern(after.term),
      former: JSON.stringify(formerAfter(before, after)),
      updated_at: ctx.now.toISOString(),
      updated_by: actorName(ctx.actor),
    })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('term_idx', '=', before.term_idx)
    .execute();
}

/** Deletes a term as part of an act that can be undone. */
export const deleteTerm = (db: Database, act: number, id: number): Promise<void> =>
  deleteRestorable(db, act, restorable, sql`term_idx = ${id}`);

/** Inserts the term that an act deleted. */
export const insertDeletedTerm = (db: Database, act: number): Promise<void> => insertDeleted(db, act, restorable);

const restorable: RestorableTable = {
  entity: termEntity,
  table: 'term',
  key: 'term_idx',
  columns: ['term_idx', ...names, 'pattern', 'former', 'created_at', 'updated_at', 'updated_by', 'version'],
  audited: sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(
    names.map((name) => sql`${sql.lit(name)}, ${name === 'keep' ? sql.ref(name) : sql`nullif(${sql.ref(name)}, '')`}`),
  )}))`,
};
