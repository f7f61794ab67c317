import { isDeepStrictEqual } from 'node:util';
import type { AppError } from '../messages/errors.ts';
import type { Context } from '../work/context.ts';
import { requireFresh } from './stale.ts';

/** A kind of record that staff add, change and remove one at a time. `Key` is how callers identify one. */
export interface RecordKind<Key, Row extends { version: number }> {
  /** The entity in its audit rows, and in its change rows unless {@link announce} is given. */
  entity: string;
  /** The error if there is no such record. */
  missing(): AppError;
  find(ctx: Context, key: Key): Promise<Row | undefined>;
  /** Locks the record until the transaction ends. */
  lock(ctx: Context, key: Key): Promise<Row | undefined>;
  /** Its id in the audit trail. */
  id(row: Row): string | number;
  /** Its fields in the audit trail, without the version. */
  audited(row: Row): Record<string, unknown>;
  /** Another record in whose history its changes appear too. */
  partOf?(row: Row): { entity: string; id: string | number };
  /**
   * Whether readers may see it, for kinds that are not always public. When that ends, a change `<entity>.gone` tells
   * them: afterwards the record no longer shows that they could see it.
   */
  isPublic?(row: Row): boolean;
  /** Records the change for readers, if it takes more than one change row with this entity and id. */
  announce?(ctx: Context, row: Row): void | Promise<void>;
}

/** The record; 404 if there is none. */
export async function getRecord<Key, Row extends { version: number }>(
  ctx: Context,
  kind: RecordKind<Key, Row>,
  key: Key,
): Promise<Row> {
  return required(kind, await kind.find(ctx, key));
}

/** Locks a record until the transaction ends; 404 if there is none. */
export async function lockRecord<Key, Row extends { version: number }>(
  ctx: Context,
  kind: RecordKind<Key, Row>,
  key: Key,
): Promise<Row> {
  return required(kind, await kind.lock(ctx, key));
}

function required<Row extends { version: number }>(kind: RecordKind<never, Row>, row: Row | undefined): Row {
  if (!row) throw kind.missing();
  return row;
}

interface Change<Row, Values extends object> {
  /** The version the caller loaded; if absent, the check is skipped. */
  version: number | undefined;
  /** Throws if the caller may not make this change to this record. */
  check?: (before: Row) => void | Promise<void>;
  /** The new values, possibly computed from the stored ones; undefined leaves a field unchanged. */
  values: Values | ((before: Row) => Values);
  /** Writes the differences and increments the version; what it returns is not read again. */
  write: (differing: Partial<Values>, before: Row) => Promise<Row | void>;
  /** The action, if it is not `updated`. */
  action?: string;
  reason?: string | undefined;
  /** The act that it is part of, possibly one that `write` has begun; see `acts.ts`. */
  act?: number | undefined | (() => number | undefined);
}

/**
 * Locks a record, writes what differs with its audit row and change row, and returns the new record. Refuses a stale
 * version with 409. A save without differences does nothing.
 */
export async function changeRecord<Key, Row extends { version: number }, Values extends object>(
  ctx: Context,
  kind: RecordKind<Key, Row>,
  key: Key,
  { version, check, values, write, action = `${kind.entity}.updated`, reason, act }: Change<Row, Values>,
): Promise<Row> {
  const before = await lockRecord(ctx, kind, key);
  await check?.(before);
  const had = kind.audited(before);
  const id = kind.id(before);
  await requireFresh(ctx, { entity: kind.entity, id, current: before.version, loaded: version, record: had });
  const differing = differences(typeof values === 'function' ? values(before) : values, before);
  if (Object.keys(differing).length === 0) return before;
  const after = (await write(differing, before)) ?? (await getRecord(ctx, kind, key));
  const has = kind.audited(after);
  const actIdx = typeof act === 'function' ? act() : act;
  ctx.audit({
    entity: kind.entity,
    id,
    action,
    before: differences(had, has),
    after: differences(has, had),
    reason,
    ...(actIdx !== undefined && { act: actIdx }),
    of: kind.partOf?.(after),
  });
  await announce(ctx, kind, after);
  if (!kind.isPublic?.(after)) announceGone(ctx, kind, before);
  return after;
}

/** Records the creation of a record, and returns it. */
export async function recordCreated<Key, Row extends { version: number }>(
  ctx: Context,
  kind: RecordKind<Key, Row>,
  key: Key,
  act?: number,
): Promise<Row> {
  const row = await getRecord(ctx, kind, key);
  ctx.audit({
    act,
    entity: kind.entity,
    id: kind.id(row),
    action: `${kind.entity}.created`,
    after: filled(kind.audited(row)),
    of: kind.partOf?.(row),
  });
  await announce(ctx, kind, row);
  return row;
}

/**
 * Locks and removes a record; `remove` throws if it must stay, and returns other removed data for the audit trail. With
 * `act`, the removal is part of that act and can be undone.
 */
export async function removeRecord<Key, Row extends { version: number }>(
  ctx: Context,
  kind: RecordKind<Key, Row>,
  key: Key,
  remove: (row: Row) => Promise<object | void>,
  { act }: { act?: number } = {},
): Promise<Row> {
  const row = await lockRecord(ctx, kind, key);
  const before = { ...filled(kind.audited(row)), ...(await remove(row)) };
  ctx.audit({
    entity: kind.entity,
    id: kind.id(row),
    action: `${kind.entity}.deleted`,
    before,
    of: kind.partOf?.(row),
    ...(act !== undefined && { act }),
  });
  await announce(ctx, kind, row);
  announceGone(ctx, kind, row);
  return row;
}

async function announce<Row extends { version: number }>(ctx: Context, kind: RecordKind<never, Row>, row: Row) {
  if (kind.announce) await kind.announce(ctx, row);
  else ctx.changed(kind.entity, kind.id(row));
}

function announceGone<Row extends { version: number }>(ctx: Context, kind: RecordKind<never, Row>, before: Row) {
  if (kind.isPublic?.(before)) ctx.changed(goneKind(kind.entity), kind.id(before));
}

/** The kind of the change that tells readers that a record is gone. */
export const goneKind = (entity: string): string => `${entity}.gone`;

/** The values that differ from the other object. */
function differences<Values extends object>(values: Values, other: object): Partial<Values> {
  const others = new Map<string, unknown>(Object.entries(other));
  const differing = Object.entries(values).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, others.get(name)),
  );
  return Object.fromEntries(differing) as Partial<Values>;
}

const filled = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
