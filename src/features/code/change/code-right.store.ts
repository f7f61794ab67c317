import { sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { type ActPart, type UndoableKind, undoOf, untouchedRecords } from '#kernel/records/undo.ts';
import type { SetBack } from '#kernel/records/undoable.ts';
import type { Context } from '#kernel/work/context.ts';
import { codeEntity } from '../code.rules.ts';
import { notifyCodesChanged } from '../code-changes.ts';
import type { ChangedField } from './code-change.rules.ts';
import { type ChangedBatches, lockBatches, noteAct } from './code-change.store.ts';

/** What a used code gives: until when, and since when not. Seconds, 0 is never. */
export interface CodeRight {
  expired_date: number;
  is_canceled: number;
}

/** A used code and what becomes of it. */
export interface ChangedRight {
  code: string;
  was: CodeRight;
  is: CodeRight;
}

/** Locks codes until the transaction ends, their batches before them, as acts on many codes do. */
export async function lockCodes(ctx: Context, codes: readonly string[]): Promise<void> {
  await lockBatches(ctx, { ids: [...codes] });
  await sql`select from code where code = any(${codes}::text[]) order by code for update`.execute(ctx.db);
}

/** How the histories of the batches tell an act. */
interface InHistory {
  field: ChangedField;
  memo: string;
}

/**
 * Changes what used codes give, each to values of its own, as part of an act of another kind of record. The act stores its
 * effect on each code, and the histories of their batches tell it. Who calls has locked the codes.
 */
export async function changeRights(
  ctx: Context,
  act: number,
  changed: readonly ChangedRight[],
  history: InHistory,
): Promise<void> {
  if (changed.length === 0) return;
  const of = <T>(value: (one: ChangedRight) => T) => changed.map(value);
  const side = (right: CodeRight, other: CodeRight) =>
    JSON.stringify(
      Object.fromEntries(fields.flatMap((name) => (right[name] === other[name] ? [] : [[name, right[name]]]))),
    );
  const { rows } = await sql<{ cg_idx: number; changed: number }>`
    with given as (
      select * from unnest(${of(({ code }) => code)}::text[], ${of(({ is }) => is.expired_date)}::bigint[],
        ${of(({ is }) => is.is_canceled)}::bigint[], ${of(({ was, is }) => side(was, is))}::text[],
        ${of(({ was, is }) => side(is, was))}::text[], ${of(({ was, is }) => JSON.stringify({ ...is, former: was }))}::text[])
        g (code, expired_date, is_canceled, was, becomes, undo)
    ),
    done as (
      update code c set expired_date = g.expired_date, is_canceled = g.is_canceled
      from given g where c.code = g.code returning c.code, c.cg_idx
    ),
    stored as (${storeEffects(act, codeEntity, {
      from: sql`done join given g using (code)`,
      id: sql`code`,
      before: sql`g.was::jsonb`,
      after: sql`g.becomes::jsonb`,
      undo: sql`g.undo::jsonb`,
    })})
    select cg_idx, count(*) as changed from done group by cg_idx`.execute(ctx.db);
  const value = Math.max(
    ...changed.map(({ is }) => (history.field === 'is_canceled' ? is.is_canceled : is.expired_date)),
  );
  await noteInHistories(ctx, act, rows, { ...history, value });
}

const fields = ['expired_date', 'is_canceled'] as const;

async function noteInHistories(
  ctx: Context,
  act: number,
  rows: readonly { cg_idx: number; changed: number }[],
  history: InHistory & { value: number | null },
): Promise<void> {
  const batches: ChangedBatches = new Map(rows.map(({ cg_idx, changed }) => [cg_idx, changed]));
  if (batches.size > 0) await noteAct(ctx, { act, ...history }, batches);
  notifyCodesChanged(ctx, batches.keys());
}

/** Codes as such an act leaves them. A later act that set them to the same counts as well, unless it was undone. */
const changedRights: UndoableKind = {
  entity: codeEntity,
  table: 'code',
  id: 'code',
  key: 'code',
  state: sql`jsonb_build_object('expired_date', code.expired_date, 'is_canceled', code.is_canceled)`,
  setAgain: sql<boolean>`exists (
    select from code_change n join code_act a on a.act_idx = n.act_idx and a.cg_idx = code.cg_idx
    where n.code = code.code and n.act_idx > d.act_idx and a.value is not null and d.after ? a.field
      and not exists (select from code_change r where r.code = n.code and r.act_idx = ${undoOf(sql`n.act_idx`)}))`,
};

/** Takes back what an act did to codes that nobody changed since; how many. */
async function takeRightsBack(ctx: Context, act: number, part: ActPart): Promise<number> {
  const former = (name: (typeof fields)[number]) => sql`(back.undo -> 'former' ->> ${sql.lit(name)})::bigint`;
  const { rows } = await sql<{ cg_idx: number; changed: number; field: ChangedField }>`
    with back as materialized (${untouchedRecords(part, changedRights)}),
    done as (
      update code c set expired_date = ${former('expired_date')}, is_canceled = ${former('is_canceled')}
      from back where c.code = back.record_id returning c.code, c.cg_idx
    ),
    stored as (${storeEffects(act, codeEntity, {
      from: sql`done join back on back.record_id = done.code`,
      id: sql`code`,
      before: sql`back.after`,
      after: sql`back.before`,
    })})
    select done.cg_idx, a.field, count(*) as changed
    from done join code_act a on a.cg_idx = done.cg_idx and a.act_idx = ${part.of}::bigint group by 1, 2`.execute(
    ctx.db,
  );
  const [first] = rows;
  if (first) await noteInHistories(ctx, act, rows, { field: first.field, memo: '', value: null });
  return rows.reduce((sum, { changed }) => sum + changed, 0);
}

/** Codes that such an act changed get their former ends and cancellations back, their batches locked before them. */
export const rightsBack: SetBack = {
  set: changedRights,
  countsGone: true,
  lock: async (ctx, { of }) => lockCodes(ctx, await listRightsOf(ctx, of)),
  write: async (ctx, { act, ...part }) => ({ back: await takeRightsBack(ctx, act, part) }),
};

/** The codes that an act changed so. */
async function listRightsOf({ db }: Context, act: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select record_id as code from act_record where act_idx = ${act}::bigint and entity = ${codeEntity} order by 1`.execute(
    db,
  );
  return rows.map(({ code }) => code);
}

/** The end that a used code had before an act shortened it to the present one, and when; undefined if none did. */
export async function findShortened(
  { db }: Context,
  code: string,
): Promise<{ expired_date: number; at: number } | undefined> {
  const { rows } = await sql<{ expired_date: number; at: number }>`
    select k.before as expired_date, ${secondsOf('a.at')} as at
    from code c join code_change k on k.code = c.code and k.after = c.expired_date
    join code_act a on a.act_idx = k.act_idx and a.cg_idx = c.cg_idx and a.field = 'expired_date'
    where c.code = ${code} and c.expired_date > 0 and (k.before = 0 or k.before > k.after)
    order by k.act_idx desc limit 1`.execute(db);
  return rows[0];
}
