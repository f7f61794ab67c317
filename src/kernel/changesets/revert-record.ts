import { commonMessages } from '../messages/common.messages.ts';
import type { ActUndo, Undone } from '../records/act-undo.ts';
import { type Act, getAct } from '../records/acts.ts';
import { findFormer } from '../records/former.ts';
import { valuesBefore } from '../records/restorable.ts';
import { movedIn, restoreSequence } from '../records/sequence.ts';
import {
  changedSince,
  findLaterChange,
  findSetSince,
  type LaterChange,
  type PartOfRecord,
} from '../records/set-since.ts';
import type { FieldsBack, Insertion, OrderBack, Removal, WholeBack } from '../records/undoable.ts';
import type { Context } from '../work/context.ts';

/** What of an act on one record can be taken back now. */
interface Free {
  /** By field, what it gets back; for a record as a whole, under any name. Nothing, if all of it was set since. */
  values: Readonly<Record<string, unknown>>;
  /** Who set the rest since. */
  last?: LaterChange | undefined;
}

/** How an act on one record is taken back. */
interface OneRecord {
  find(ctx: Context, act: Act, lock: boolean): Promise<Free>;
  /** Answers false if the record turned out not to be as the act left it. */
  write(ctx: Context, act: Act, values: Free['values']): Promise<unknown>;
  require?(ctx: Context, act: Act, values: Free['values']): Promise<void>;
  refuses?: false | undefined;
  removes?: true;
  /** What was done to it since does not matter, unless `write` answers false. */
  isPart?: true | undefined;
}

/** Takes back an act on one record, as far as nobody changed since what it did. */
export function revertRecord(how: FieldsBack | Removal | Insertion | WholeBack | OrderBack): ActUndo {
  const one = oneRecord(how);
  const { removes } = one;
  const isTaken = ({ values, last }: Free) => last !== undefined && Object.keys(values).length === 0;
  const find = async (ctx: Context, number: number, lock = false) => {
    const act = await getAct(ctx, number);
    return { act, free: await one.find(ctx, act, lock) };
  };
  const require = async (ctx: Context, number: number) => {
    const { act, free } = await find(ctx, number);
    if (free.last && isTaken(free) && one.refuses !== false) throw changedSince(ctx, free.last);
    await one.require?.(ctx, act, free.values);
  };
  return {
    require,
    foresee: async (ctx, number) => {
      const { act, free } = await find(ctx, number);
      const isWhole = isTaken(free);
      const reason = isWhole ? 'undo.kept_edited' : 'undo.kept_part';
      const first = free.last ? [{ entity: act.entity, id: act.entity_id, reason }] : [];
      return { back: isWhole ? 0 : 1, kept: first.length, first, ...(removes && { removes }) };
    },
    undo: async (ctx, { of, act: number }) => {
      const { act, free } = await find(ctx, of, true);
      if (free.last && isTaken(free)) {
        if (one.refuses === false) return { back: 0, kept: 1 };
        throw changedSince(ctx, free.last);
      }
      let isAsLeft = true;
      const done = await undoneBy(ctx, { ...act, act: number }, async (inner) => {
        isAsLeft = (await one.write(inner, act, free.values)) !== false;
      });
      // The record is locked now: what was set in between is somebody else's.
      const { free: since } = await find(ctx, of);
      if (since.last && Object.keys(since.values).length < Object.keys(free.values).length)
        throw changedSince(ctx, since.last);
      if (!isAsLeft) {
        const last = await anySince(ctx, act);
        throw last ? changedSince(ctx, last) : commonMessages.error(409, 'undo.impossible');
      }
      return { ...done, kept: free.last ? 1 : 0 };
    },
  };
}

function oneRecord(how: FieldsBack | Removal | Insertion | WholeBack | OrderBack): OneRecord {
  if ('write' in how) return fieldsOf(how);
  if ('order' in how) return orderOf(how);
  if ('whole' in how) return wholeOf(how);
  if ('remove' in how)
    return {
      find: unlessChanged(async () => null),
      write: (ctx, { entity_id: id, act_idx: of }) => how.remove(ctx, id, of),
      removes: true,
    };
  return {
    find: async () => ({ values: { whole: null } }),
    write: (ctx, { entity_id: id, act_idx: of }) => how.insert(ctx, id, of),
    require: async (ctx, { entity_id: id, act_idx: of }) => how.require?.(ctx, id, of),
  };
}

const anySince = (ctx: Context, { entity, entity_id: id, act_idx: act }: Act) =>
  findLaterChange(ctx.db, { entity, id, act });

/** A record as a whole, which comes back only if nothing was done to it since. */
const unlessChanged =
  (former: (ctx: Context, act: Act) => Promise<unknown>): OneRecord['find'] =>
  async (ctx, act) => {
    const last = await anySince(ctx, act);
    return last ? { values: {}, last } : { values: { whole: await former(ctx, act) } };
  };

// What it was has the type that its kind declares for itself, and that nobody else knows.
const asDeclared = (former: unknown) => former as never;

function wholeOf({ whole, former, require, isPart }: WholeBack): OneRecord {
  const formerOf = async (ctx: Context, act: Act): Promise<never> => {
    const { act_idx: number, entity, entity_id: id } = act;
    return former ? asDeclared(former(act)) : findFormer(ctx, number, { entity, id });
  };
  return {
    find: isPart ? async (ctx, act) => ({ values: { whole: await formerOf(ctx, act) } }) : unlessChanged(formerOf),
    write: (ctx, { entity_id: id }, values) => whole(ctx, id, asDeclared(values['whole'])),
    require: async (ctx, { entity_id: id }, values) => require?.(ctx, id, asDeclared(values['whole'])),
  };
}

const orderOf = ({ order }: OrderBack): OneRecord => ({
  find: async (ctx, act, lock) => {
    const { act_idx: number, entity_id: id, before, after } = act;
    if (lock) await order.lock(ctx, id);
    const moved = { path: ['ids'], among: movedIn(after) };
    const last = await findLaterChange(ctx.db, { entity: order.entity, id, act: number, ...moved });
    return last ? { values: {}, last } : { values: { ids: movedIn(before) } };
  },
  write: (ctx, { entity_id: id }, { ids }) => restoreSequence(ctx, order, id, ids as number[]),
});

const fieldsOf = ({ write, require, refuses, lock: lockRecord, ...fields }: FieldsBack): OneRecord => ({
  find: async (ctx, act, lock) => {
    if (lock) await lockRecord?.(ctx, act.entity_id);
    return findFree(ctx, fields, act);
  },
  write: (ctx, { entity_id: id, act_idx: of }, values) => write(ctx, id, values, of),
  require: async (ctx, { entity_id: id }, values) => require?.(ctx, values, id),
  refuses,
});

/** The former values of the fields that an act set and that nobody has set since. */
async function findFree(
  ctx: Context,
  { related = {}, inParts = {}, partOf = {} }: Pick<FieldsBack, 'related' | 'inParts' | 'partOf'>,
  act: Act,
): Promise<Free> {
  const { entity, entity_id: id, act_idx: number } = act;
  const [had, has] = [valuesBefore(act), new Map(Object.entries(Object(act.after)))];
  const parts = Object.entries(had).flatMap(([field, earlier]): PartOfRecord[] => {
    const paths = inParts[field]?.differing(earlier, has.get(field));
    if (paths) return paths.map((path) => ({ name: [field, ...path].join('.'), path: [field, ...path] }));
    const part = partOf[field]?.(has.get(field));
    return [
      { name: field, path: [field], like: part && { [field]: part } },
      ...(related[field] ?? []).map((one) => ({ name: field, path: [one] })),
    ];
  });
  const since = (await findSetSince(ctx.db, { entity, ids: [id], act: number, parts })).get(id);
  const values: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(had)) {
    const one = inParts[field];
    if (!one) {
      if (!since?.has(field)) values[field] = value;
      continue;
    }
    const paths = one.differing(value, has.get(field)).filter((path) => !since?.has([field, ...path].join('.')));
    if (paths.length > 0) values[field] = await one.merge(ctx, id, { value, paths });
  }
  const last = [...(since?.values() ?? [])].toSorted((one, other) => other.at - one.at)[0];
  return { values, last };
}

/**
 * Runs an act of a record's own service as the undo `act`: what it tells the trail of the record is told by the row of the
 * undo, and what it stores with an act of its own is stored with the undo.
 */
async function undoneBy(
  ctx: Context,
  { act, entity, entity_id: id }: { entity: string; entity_id: string; act: number },
  run: (ctx: Context) => Promise<unknown>,
): Promise<Undone> {
  const entries: { before?: unknown; after?: unknown }[] = [];
  await run({
    ...ctx,
    act,
    audit: (entry) => {
      if (entry.entity === entity && String(entry.id) === id) entries.push(entry);
      else ctx.audit(entry);
    },
  });
  const [first, ...others] = entries;
  const all = (side: 'before' | 'after') => Object.assign({}, first?.[side], ...others.map((entry) => entry[side]));
  const { before, after } = others.length === 0 ? (first ?? {}) : { before: all('before'), after: all('after') };
  return { back: 1, kept: 0, before, outcome: Object(after) };
}
