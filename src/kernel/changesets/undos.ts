import { sql } from 'kysely';
import { z } from 'zod';
import { defineBulkWork } from '../jobs/bulk-work.ts';
import type { JobProgress } from '../jobs/job-progress.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { commonMessages } from '../messages/common.messages.ts';
import { AppError } from '../messages/errors.ts';
import { type ActUndo, type Foreseen, recordOfAct, type Undone } from '../records/act-undo.ts';
import { type Act, getAct } from '../records/acts.ts';
import type { LastTouch } from '../records/last-touch.ts';
import type { Records } from '../records/records.ts';
import { isRestorable } from '../records/restorable.ts';
import { shortWork } from '../records/selection.ts';
import type { ActPart } from '../records/undo.ts';
import type { Reverting } from '../records/undoable.ts';
import {
  alreadyUndone,
  chooseRecords,
  findLastAlone,
  findUndoneRecords,
  withAlready,
} from '../records/undone-records.ts';
import { staffOf } from '../work/actor.ts';
import type { AuditEntry, Context } from '../work/context.ts';
import { nextAct } from '../work/recorded.ts';
import type { UnitOfWork } from '../work/unit-of-work.ts';
import type { ChangeKinds } from './kinds.ts';
import { revertContents } from './revert-contents.ts';
import { revertEffects } from './revert-effects.ts';
import { revertRecord } from './revert-record.ts';
import { revertSet, revertSets } from './revert-set.ts';
import { revertSteps } from './revert-steps.ts';

const kindOf = (action: string): string => action.split('.', 1)[0] ?? '';

/** How what an audit row tells is taken back, as its kind of record declares it. */
function declared(
  records: Pick<Records, 'of'>,
  { action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>,
): Reverting | undefined {
  const verb = action.slice(kindOf(action).length + 1);
  const { undo, restore, existence: { remove, insert, require } = {} } = records.of(kindOf(action)) ?? {};
  if (undo?.[verb]) return undo[verb];
  if (verb === 'created') return remove && { remove };
  if (verb === 'deleted') return insert && { insert, require };
  return verb === 'updated' && isRestorable(restore, { before, after }) ? restore : undefined;
}

/** Whether what an audit row tells can be undone. */
export const isUndoable = (records: Pick<Records, 'of'>, entry: AuditEntry): boolean =>
  entry.undoes === undefined && entry.undoesSome === undefined && declared(records, entry) !== undefined;

interface Parts {
  jobs: Jobs;
  work: UnitOfWork;
  records: Records;
  kinds: ChangeKinds;
}

/** The result of an undo, or the job that does it. */
type BegunUndo = Pick<Undone, 'back' | 'kept'> & { work_idx?: number };

// Named after the audit trail, which shows what it does.
const undoWork = 'audit.undo';

/** Undoes acts as their kinds of records declare it. */
export class Undos {
  private readonly records: Records;
  private readonly kinds: ChangeKinds;
  private readonly later: (ctx: Context, request: { act: number }) => Promise<number>;

  constructor(parts: Parts) {
    this.records = parts.records;
    this.kinds = parts.kinds;
    this.later = defineBulkWork(parts, undoWork, z.object({ act: z.int() }), async (ctx, { act }, progress) => {
      const { back } = await this.undo(ctx, act, progress);
      return { changed: back, act: null };
    });
  }

  /**
   * Undoes an act before answering, or queues a job if the caller would have to wait too long. With `ids`, undoes it for
   * these of its records.
   */
  async begin(ctx: Context, act: number, ids?: readonly string[]): Promise<BegunUndo> {
    if (!this.isFor(ctx, await getAct(ctx, act))) throw commonMessages.error(403, 'undo.only_people');
    if (ids) return this.undoRecords(ctx, act, ids);
    const how = await this.lock(ctx, act);
    if (!(await this.isLong(ctx, how, act))) return run(ctx, how, { of: act });
    return { back: 0, kept: 0, work_idx: await this.later(ctx, { act }) };
  }

  /** Undoes an act once. Whoever comes while it is being undone is refused at once. */
  async undo(ctx: Context, of: number, progress?: JobProgress): Promise<Undone> {
    return run(ctx, await this.lock(ctx, of, progress ? 'job' : 'caller'), { of }, progress);
  }

  /** Undoes an act for some of its records, each once; what was undone of it before is kept. */
  private async undoRecords(ctx: Context, act: number, ids: readonly string[]): Promise<BegunUndo> {
    const how = await this.lock(ctx, act, 'part');
    const chosen = await chooseRecords(ctx, await getAct(ctx, act), how, ids);
    if (!chosen) return run(ctx, how, { of: act });
    const { only, already } = chosen;
    if (only.length === 0 && already[0]) throw alreadyUndone(ctx, already[0]);
    const { back, kept } = await run(ctx, how, { of: act, only });
    return { back, kept: kept + already.length };
  }

  /**
   * What undoing an act would do now, or undoing it for some of its records; null if it cannot be undone or already was.
   * Throws if it no longer can be.
   */
  async foresee(ctx: Context, act: Act, ids?: readonly string[]): Promise<(Foreseen & { long: boolean }) | null> {
    const { act_idx: number, undone, ...entry } = act;
    const how = undone ? undefined : this.of(entry);
    if (!how || !this.isFor(ctx, entry) || (await isTooOld(ctx, number))) return null;
    const chosen = ids && (await chooseRecords(ctx, act, how, ids));
    if (chosen?.only.length === 0) return null;
    await how.require?.(ctx, number);
    if (chosen) return { ...withAlready(await how.foresee(ctx, number, chosen.only), chosen), long: false };
    const foreseen = await how.foresee(ctx, number);
    const isOver = foreseen.back + foreseen.kept === 0 && (await findLastAlone(ctx.db, number)) !== undefined;
    return isOver ? null : { ...foreseen, long: await this.isLong(ctx, how, number) };
  }

  /** Who undid an act, or these of its records, and when; null if something of that is not undone. */
  async undoneBy(ctx: Context, act: Act, ids?: readonly string[]): Promise<LastTouch | null> {
    const how = this.of(act);
    if (act.undone || how?.byRecord === undefined) return act.undone;
    if (!ids) return (await findLastAlone(ctx.db, act.act_idx)) ?? null;
    const found = await findUndoneRecords(
      ctx.db,
      ids.map((id) => ({ act: act.act_idx, ...recordOfAct(how, id) })),
    );
    return found[0] ?? null;
  }

  /**
   * Locks an act until the transaction ends, and returns how it is undone. Throws if that is not possible or was done,
   * and at once if it is being done. Only two callers wait: the job of an undo, for those who are about to be refused, and
   * the undo of some records, for that of others.
   */
  async lock(ctx: Context, act: number, by: 'caller' | 'job' | 'part' = 'caller'): Promise<ActUndo> {
    const isQueuedNow = async () => by !== 'job' && (await isQueued(ctx, act));
    if (by === 'part' && (await isQueuedNow())) throw commonMessages.error(409, 'undo.under_way');
    const { rows } = await sql`
      select from audit where act_idx = ${act}::bigint
      for no key update ${by === 'caller' ? sql`skip locked` : sql``}`.execute(ctx.db);
    // Read only now: somebody may have undone it while we waited for the lock.
    const { undone, ...entry } = await getAct(ctx, act);
    if (undone) throw alreadyUndone(ctx, undone);
    if (rows.length === 0 || (await isQueuedNow())) throw commonMessages.error(409, 'undo.under_way');
    const how = this.of(entry);
    if (!how) throw commonMessages.error(409, 'undo.impossible');
    await requireEffects(ctx, act);
    await how.require?.(ctx, act);
    return how;
  }

  /** Whether a job undoes it. */
  private async isLong(ctx: Context, how: ActUndo, act: number): Promise<boolean> {
    return how.size !== undefined && (await how.size(ctx, act)) > shortWork;
  }

  /** Whether a caller may undo an act: a program not everything that its person may. */
  private isFor(ctx: Context, { action }: Pick<Act, 'action'>): boolean {
    return staffOf(ctx.actor)?.keyName === undefined || !this.records.of(kindOf(action))?.byPeople;
  }

  /** How an act is undone; undefined if it cannot be. */
  of(act: Pick<Act, 'action' | 'before' | 'after'>): ActUndo | undefined {
    const how = declared(this.records, act);
    return how && this.revert(how);
  }

  /** The one way from a declaration to an undo. */
  private revert(how: Reverting): ActUndo {
    if ('undo' in how) return how;
    if ('set' in how) return revertSet(how);
    if ('sets' in how) return revertSets(how);
    if ('contents' in how) return revertContents(how);
    if ('effects' in how) return revertEffects(how, this.kinds);
    if ('steps' in how) return revertSteps(how, { kinds: this.kinds, records: this.records, undos: this });
    return revertRecord(how);
  }
}

async function run(ctx: Context, how: ActUndo, { of, only }: ActPart, progress?: JobProgress): Promise<Undone> {
  const { entity, entity_id: id } = await getAct(ctx, of);
  const act = await nextAct(ctx.db);
  const done = await how.undo(ctx, { of, act, only }, progress).catch(async (error: unknown) => {
    if (error instanceof AppError) await requireEffects(ctx, of);
    throw error;
  });
  // What was removed in the meantime is noted in the transaction that removed it.
  await requireEffects(ctx, of);
  // Of some records that are all kept, nothing was undone.
  if (only && done.back === 0) return done;
  ctx.audit({
    entity,
    id: entity.endsWith('_act') ? act : id,
    action: `${entity}.undone`,
    before: done.before,
    after: done.outcome ?? { restored: done.back, kept: done.kept },
    act,
    ...(only ? { undoesSome: of } : { undoes: of }),
  });
  return done;
}

/** The row of `retention` that says up to which act the effects were removed. */
export const effectsKind = 'effects';

/** Whether what an act did is no longer kept. */
async function isTooOld(ctx: Context, act: number): Promise<boolean> {
  const { rows } = await sql`
    select from retention where kind = ${effectsKind} and pruned_idx >= ${act}::bigint`.execute(ctx.db);
  return rows.length > 0;
}

async function requireEffects(ctx: Context, act: number): Promise<void> {
  if (await isTooOld(ctx, act)) throw commonMessages.error(409, 'undo.too_old');
}

/** Whether a job that undoes an act is waiting or running. */
async function isQueued(ctx: Context, act: number): Promise<boolean> {
  const { rows } = await sql`
    select from bulk_work
    where status = 'waiting' and name = ${undoWork} and asked = jsonb_build_object('act', ${act}::bigint)`.execute(
    ctx.db,
  );
  return rows.length > 0;
}
