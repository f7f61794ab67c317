import { sql } from 'kysely';
import { type CodeRight, findShortened } from '#features/code/code-change.public.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { type ActPart, type UndoableKind, untouchedRecords } from '#kernel/records/undo.ts';
import type { SetBack } from '#kernel/records/undoable.ts';
import type { Context } from '#kernel/work/context.ts';
import { endOf, withCode } from '../registration-rows.read.ts';
import type { EndedRegistration, EndingRegistration } from './ends.rules.ts';

/** Those of some registrations that a learner has, with what is kept within them. */
export async function readEnding(
  { db }: Context,
  learner: string,
  ids: readonly number[],
): Promise<EndingRegistration[]> {
  const { rows } = await sql<EndingRegistration>`
    select r.reg_idx, r.cidx, r.code, r.shown_in, ${endOf} as ends, coalesce(k.is_canceled, 0) as canceled_at
    from ${withCode} where r.learner_id = ${learner}
      and ((r.reg_idx = any(${ids}::bigint[]) and r.shown_in is null) or r.shown_in = any(${ids}::bigint[]))
    order by r.reg_idx`.execute(db);
  return rows;
}

/** A registration with the end that it had before an act shortened it. */
export async function withShortened(ctx: Context, row: EndingRegistration): Promise<EndingRegistration> {
  const found = row.code === null ? undefined : await findShortened(ctx, row.code);
  return { ...row, shortened: found && { ends: found.expired_date, at: found.at } };
}

/** Locks those made by events until the transaction ends; the others end with their codes. */
export async function lockJoined({ db }: Context, ids: readonly number[]): Promise<void> {
  await sql`
    select from registration where reg_idx = any(${ids}::bigint[]) and code is null
    order by reg_idx for no key update`.execute(db);
}

/** When and whether a registration by a code ends, as its code has it. */
export const rightOf = ({ ends, canceled_at }: { ends: number; canceled_at: number }): CodeRight => ({
  expired_date: ends,
  is_canceled: canceled_at,
});

/** Sets the ends of registrations by events, and stores the effect of the act on each. */
export async function writeEnds(ctx: Context, act: number, ended: readonly EndedRegistration[]): Promise<void> {
  if (ended.length === 0) return;
  await sql`
    with given as (
      select * from unnest(${ended.map(({ row }) => row.reg_idx)}::bigint[], ${ended.map(({ row }) => row.ends)}::bigint[],
        ${ended.map(({ is }) => is.ends)}::bigint[]) g (reg_idx, was, ends)
    ),
    done as (
      update registration r set expires_at = g.ends from given g where r.reg_idx = g.reg_idx returning r.reg_idx
    )
    ${storeEffects(act, 'registration', {
      from: sql`done join given g using (reg_idx)`,
      id: sql`reg_idx::text`,
      before: sql`jsonb_build_object('expires_at', g.was)`,
      after: sql`jsonb_build_object('expires_at', g.ends)`,
      undo: sql`jsonb_build_object('expires_at', g.ends)`,
    })}`.execute(ctx.db);
}

/** Registrations by events as such an act leaves them. */
const endedRegistrations: UndoableKind = {
  entity: 'registration',
  table: 'registration',
  id: 'reg_idx',
  key: 'reg_idx',
  state: sql`jsonb_build_object('expires_at', registration.expires_at)`,
};

/** Registrations by events get back the ends that they had before an act. */
export const endedBack: SetBack = {
  set: endedRegistrations,
  countsGone: true,
  write: async (ctx, { act, ...part }) => ({ back: await takeEndsBack(ctx, act, part) }),
};

/** Gives registrations that nobody changed since the ends that they had before an act; how many. */
async function takeEndsBack({ db }: Context, act: number, part: ActPart): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with back as materialized (${untouchedRecords(part, endedRegistrations)}),
    done as (
      update registration r set expires_at = (back.before ->> 'expires_at')::bigint
      from back where r.reg_idx = back.record_id::bigint returning r.reg_idx
    )
    ${storeEffects(act, 'registration', {
      from: sql`done join back on back.record_id = done.reg_idx::text`,
      id: sql`reg_idx::text`,
      before: sql`back.after`,
      after: sql`back.before`,
    })}`.execute(db);
  return Number(numAffectedRows);
}
