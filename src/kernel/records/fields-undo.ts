import type { RawBuilder } from 'kysely';
import type { Context } from '../work/context.ts';
import type { ActUndo, Undone } from './act-undo.ts';
import { type Act, getAct } from './acts.ts';
import { changedSince, findLaterChange, type LaterChange } from './later-change.ts';

/** What an undo makes of a field, part by part; without a value, none of its parts comes back. */
interface PartsBack {
  value?: unknown;
  last?: LaterChange | undefined;
}

interface FieldsUndoOptions {
  /** For a field that is set in parts, the condition that values are about the same part as those of the act. */
  part?: (act: Act, after: RawBuilder<unknown>) => RawBuilder<boolean>;
  /**
   * Fields of which each part is undone for itself: the value with the earlier parts that no later act has set, and the last
   * act that has set one. With `lock`, the record stays as it is until the transaction ends.
   */
  inParts?: Readonly<Record<string, (ctx: Context, act: Act, lock: boolean) => Promise<PartsBack>>>;
  /** By field, others whose values depend on each other: it is undone only if none of them was set since. */
  related?: Readonly<Record<string, readonly string[]>>;
  /** Throws if the earlier values can no longer be set. */
  require?: ((ctx: Context, values: Readonly<Record<string, unknown>>) => Promise<void>) | undefined;
}

/**
 * Undoes an edit of one record: its fields get back their values, unless a later act set them. `write` sets them as the
 * record's editor would, under the same rules.
 */
export function fieldsUndo(
  write: (ctx: Context, id: string, values: Readonly<Record<string, unknown>>) => Promise<unknown>,
  { part, inParts = {}, related = {}, require: requireValues }: FieldsUndoOptions = {},
): ActUndo {
  /** The earlier value of a field that is undone as a whole. */
  const asOne = async (ctx: Context, act: Act, field: string, earlier: unknown): Promise<PartsBack> => {
    const { act_idx, entity, entity_id: id } = act;
    const where = part && { where: (after: RawBuilder<unknown>) => part(act, after) };
    for (const one of [field, ...(related[field] ?? [])]) {
      const last = await findLaterChange(ctx.db, { entity, id, act: act_idx, field: one, ...where });
      if (last) return { last };
    }
    return { value: earlier };
  };
  const undoing = async (ctx: Context, number: number, lock = false) => {
    const act = await getAct(ctx, number);
    const { entity, entity_id: id } = act;
    const free: Record<string, unknown> = {};
    let last: LaterChange | undefined;
    for (const [field, earlier] of Object.entries(valuesBefore(act))) {
      const parts = inParts[field]?.(ctx, act, lock) ?? asOne(ctx, act, field, earlier);
      const { value, last: later } = await parts;
      if (value !== undefined) free[field] = value;
      if (later && (!last || later.at >= last.at)) last = later;
    }
    return { entity, id, free, last };
  };
  const require = async (ctx: Context, act: number) => {
    const { free, last } = await undoing(ctx, act);
    if (last && Object.keys(free).length === 0) throw changedSince(ctx, last);
    await requireValues?.(ctx, free);
  };
  return {
    require,
    foresee: async (ctx, act) => {
      const { entity, id, last } = await undoing(ctx, act);
      return { back: 1, kept: last ? 1 : 0, first: last ? [{ entity, id, reason: 'undo.kept_part' }] : [] };
    },
    undo: async (ctx, { of, act }) => {
      const { entity, id, free, last } = await undoing(ctx, of, true);
      const done = await undoneBy(ctx, { entity, id, act }, (inner) => write(inner, id, free));
      // The record is locked now: what was set in between is somebody else's.
      const since = await undoing(ctx, of);
      if (since.last && Object.keys(since.free).length < Object.keys(free).length) throw changedSince(ctx, since.last);
      return { ...done, kept: last ? 1 : 0 };
    },
  };
}

/** The values that an act replaced; fields that only its new values have were empty. */
export function valuesBefore({ before, after }: Pick<Act, 'before' | 'after'>): Record<string, unknown> {
  const empty = Object.keys(Object(after)).map((field) => [field, null] as const);
  return { ...Object.fromEntries(empty), ...Object(before) };
}

/**
 * Runs an act of a record's own service as the undo `act`: what it tells the trail of the record is told by the row of the
 * undo, and what it stores with an act of its own is stored with the undo.
 */
export async function undoneBy(
  ctx: Context,
  { act, ...record }: { entity: string; id: string; act: number },
  run: (ctx: Context) => Promise<unknown>,
): Promise<Undone> {
  const entries: { before?: unknown; after?: unknown }[] = [];
  await run({
    ...ctx,
    act,
    audit: (entry) => {
      if (entry.entity === record.entity && String(entry.id) === record.id) entries.push(entry);
      else ctx.audit(entry);
    },
  });
  const [first, ...others] = entries;
  const all = (side: 'before' | 'after') => Object.assign({}, first?.[side], ...others.map((entry) => entry[side]));
  const { before, after } = others.length === 0 ? (first ?? {}) : { before: all('before'), after: all('after') };
  return { back: 1, kept: 0, before, outcome: Object(after) };
}

/** Whether a later act on the same record did anything at all; refuses the undo if so. */
export async function requireNothingSince(ctx: Context, number: number): Promise<void> {
  const { entity, entity_id: id } = await getAct(ctx, number);
  const later = await findLaterChange(ctx.db, { entity, id, act: number });
  if (later) throw changedSince(ctx, later);
}
