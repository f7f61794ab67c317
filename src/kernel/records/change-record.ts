import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.ts';
import type { AppError } from '../errors.ts';
import { requireFresh } from '../stale.ts';

/** A kind of record that staff add, change and remove one at a time. `Key` is how callers name one. */
export interface RecordKind<Key, Row extends { version: number }> {
  /** Of its audit rows, and of its change rows unless {@link announce} says otherwise. */
  entity: string;
  /** What a caller is told where there is none. */
  missing(): AppError;
  find(ctx: Context, key: Key): Promise<Row | undefined>;
  /** The same, locked until the transaction ends. */
  lock(ctx: Context, key: Key): Promise<Row | undefined>;
  /** The id the audit trail has it under. */
  id(row: Row): string | number;
  /** What the audit trail tells of it, by field; the version belongs to whoever saves. */
  audited(row: Row): Record<string, unknown>;
  /** Tells readers that it changed, where that is more than a change row of this entity and id. */
  announce?(ctx: Context, row: Row): void | Promise<void>;
}

/** The record; 404 where there is none. */
export async function getRecord<Key, Row extends { version: number }>(
  ctx: Context,
  kind: RecordKind<Key, Row>,
  key: Key,
): Promise<Row> {
  return required(kind, await kind.find(ctx, key));
}

/** The same, locked until the transaction ends. */
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
  /** The version the caller loaded; absent means the caller does not mind. */
  version: number | undefined;
  /** Refuses what the caller may not ask of this record. */
  check?: (before: Row) => void;
  /** What fields are to be; undefined leaves one as it is. */
  values: Values;
  /** Writes what differs, which counts the version up. */
  write: (differing: Partial<Values>, before: Row) => Promise<unknown>;
  /** Where the verb is not `updated`. */
  action?: string;
}

/**
 * Changes of a record what differs, under its lock, with its audit row and its change row; answers it as it is now.
 * Refuses with 409 a version that was saved over. A save that changes nothing leaves no trace.
 */
export async function changeRecord<Key, Row extends { version: number }, Values extends object>(
  ctx: Context,
  kind: RecordKind<Key, Row>,
  key: Key,
  { version, check, values, write, action = `${kind.entity}.updated` }: Change<Row, Values>,
): Promise<Row> {
  const before = await lockRecord(ctx, kind, key);
  check?.(before);
  const had = kind.audited(before);
  const id = kind.id(before);
  await requireFresh(ctx, { entity: kind.entity, id, current: before.version, loaded: version, record: had });
  const differing = differences(values, before);
  if (Object.keys(differing).length === 0) return before;
  await write(differing, before);
  const after = await getRecord(ctx, kind, key);
  const has = kind.audited(after);
  ctx.audit({ entity: kind.entity, id, action, before: differences(had, has), after: differences(has, had) });
  await announce(ctx, kind, after);
  return after;
}

/** Tells of a record that was just written for the first time, and answers it. */
export async function recordCreated<Key, Row extends { version: number }>(
  ctx: Context,
  kind: RecordKind<Key, Row>,
  key: Key,
): Promise<Row> {
  const row = await getRecord(ctx, kind, key);
  ctx.audit({
    entity: kind.entity,
    id: kind.id(row),
    action: `${kind.entity}.created`,
    after: filled(kind.audited(row)),
  });
  await announce(ctx, kind, row);
  return row;
}

/** Removes a record under its lock; `remove` refuses where it has to stay, and answers what else went that the trail tells. */
export async function removeRecord<Key, Row extends { version: number }>(
  ctx: Context,
  kind: RecordKind<Key, Row>,
  key: Key,
  remove: (row: Row) => Promise<object | void>,
): Promise<Row> {
  const row = await lockRecord(ctx, kind, key);
  const before = { ...filled(kind.audited(row)), ...(await remove(row)) };
  ctx.audit({ entity: kind.entity, id: kind.id(row), action: `${kind.entity}.deleted`, before });
  await announce(ctx, kind, row);
  return row;
}

async function announce<Row extends { version: number }>(ctx: Context, kind: RecordKind<never, Row>, row: Row) {
  if (kind.announce) await kind.announce(ctx, row);
  else ctx.changed(kind.entity, kind.id(row));
}

/** Of these values those that the other has not. */
function differences<Values extends object>(values: Values, other: object): Partial<Values> {
  const others = new Map<string, unknown>(Object.entries(other));
  const differing = Object.entries(values).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, others.get(name)),
  );
  return Object.fromEntries(differing) as Partial<Values>;
}

const filled = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
