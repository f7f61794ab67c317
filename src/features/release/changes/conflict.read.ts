import { isDeepStrictEqual } from 'node:util';
import { collectionField, listComing } from '#features/reservation/reservation.public.ts';
import type { FieldsById, Releasable, Releasables, ReleaseFields } from '#kernel/records/releasables.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { StoredRelease } from '../release.store.ts';
import { listComingFields, type StoredChange } from './change.store.ts';

/** What sets a field before the release does. */
type Rival = { rel_idx: number; name: string; apply_at: number } | { res_idx: number; apply_at: number };

/** A field in conflict: at its time it will have another value than when it was put in. */
interface FieldConflict {
  name: string;
  expected: Json;
  /** What sets it first; absent if somebody has done so already. */
  rival?: Rival;
}

/** Why a change needs a decision. */
export interface ChangeConflict {
  fields: FieldConflict[];
  /** The record no longer exists. */
  gone: boolean;
}

/** The current fields of the records that changes set, by kind; with `lock`, until the transaction ends. */
export async function readCurrent(
  ctx: Context,
  releasables: Releasables,
  changes: readonly StoredChange[],
  lock: boolean,
): Promise<Map<string, FieldsById>> {
  const found = new Map<string, FieldsById>();
  for (const kind of releasables.all) {
    const own = changes.filter((change) => change.kind === kind.kind);
    if (own.length > 0) found.set(kind.kind, await kind.read(ctx, namesOf(own), lock));
  }
  return found;
}

const namesOf = (changes: readonly StoredChange[]) =>
  new Map(changes.map(({ id, fields }) => [id, Object.keys(fields)]));

/** The conflicts of changes of a release, by change. */
export async function findConflicts(
  ctx: Context,
  releasables: Releasables,
  release: StoredRelease,
  changes: readonly StoredChange[],
  current?: ReadonlyMap<string, FieldsById>,
): Promise<Map<number, ChangeConflict>> {
  const [now, rivals] = await Promise.all([
    current ?? readCurrent(ctx, releasables, changes, false),
    release.status === 'scheduled' ? findRivals(ctx, release, changes) : new Map<string, RivalField>(),
  ]);
  const conflicts = new Map<number, ChangeConflict>();
  for (const change of changes) {
    const has = now.get(change.kind)?.get(change.id);
    const gone = !releasables.of(change.kind) || has === undefined;
    const fields = gone || change.anyway ? [] : fieldConflicts(change, has, rivals);
    if (gone || fields.length > 0) conflicts.set(change.chg_idx, { fields, gone });
  }
  return conflicts;
}

function fieldConflicts(
  { kind, id, fields, base }: StoredChange,
  now: ReleaseFields,
  rivals: ReadonlyMap<string, RivalField>,
): FieldConflict[] {
  return Object.entries(fields).flatMap(([name, wanted]) => {
    const first = rivals.get(keyOf(kind, id, name));
    const expected = first ? first.value : (now[name] ?? null);
    const isSettled = isDeepStrictEqual(expected, base[name] ?? null) || isDeepStrictEqual(expected, wanted);
    return isSettled ? [] : [{ name, expected, ...(first && { rival: first.rival }) }];
  });
}

interface RivalField {
  value: Json;
  rival: Rival;
}

const keyOf = (kind: string, id: string, name: string) => JSON.stringify([kind, id, name]);

/** What earlier releases and reservations set last in each field of the changes. */
async function findRivals(
  ctx: Context,
  { rel_idx: relIdx, apply_at: until }: StoredRelease,
  changes: readonly StoredChange[],
): Promise<Map<string, RivalField>> {
  const cids = changes.flatMap(({ kind, id }) => (kind === 'collection' ? [id] : []));
  const [releases, reservations] = await Promise.all([
    listComingFields(ctx.db, relIdx, until),
    cids.length > 0 ? listComing(ctx, cids, until) : [],
  ]);
  const all = [
    ...releases.flatMap(({ kind, id, fields, rel_idx, name: title, apply_at }) =>
      Object.entries(fields).map(([name, value]) => ({
        key: keyOf(kind, id, name),
        value,
        rival: { rel_idx, name: title, apply_at },
      })),
    ),
    ...reservations.map(({ res_idx, cid, field, value, apply_at }) => ({
      key: keyOf('collection', cid, collectionField(field)),
      value,
      rival: { res_idx, apply_at },
    })),
  ];
  const inOrder = all.toSorted((a, b) => a.rival.apply_at - b.rival.apply_at);
  return new Map(inOrder.map(({ key, value, rival }) => [key, { value, rival }]));
}

/** The fields that a change sets where they differ from those there are, adapted to records that came or went. */
export function differing(kind: Releasable, { fields, base }: StoredChange, now: ReleaseFields): Record<string, Json> {
  const wanted = kind.fit?.(fields, now, base) ?? fields;
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(value, now[name] ?? null)),
  );
}
