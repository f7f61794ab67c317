import { movedBetween } from '../records/sequence.rules.ts';
import { findSetSince, type PartOfRecord } from '../records/set-since.ts';
import type { Step } from '../records/undoable.ts';
import type { Context } from '../work/context.ts';
import type { ChangeKind } from './kinds.ts';

type StepRecord = Step['records'][number];

/** Where the trail tells that a part of a record was set. */
interface Recorded {
  entity: string;
  id: string;
  part: PartOfRecord;
}

/** Whether fields of these records, or fields that depend on them, were set after an act that had set them. */
export async function findStepSetSince(
  ctx: Context,
  kind: ChangeKind,
  records: readonly StepRecord[],
  act: number,
): Promise<(record: StepRecord, name: string) => boolean> {
  const recordedOf = (record: StepRecord, name: string) =>
    [name, ...(kind.related?.[name] ?? [])].flatMap((one) => recordedIn(kind, record, one));
  const recorded = records.flatMap((record) => Object.keys(record.after).flatMap((name) => recordedOf(record, name)));
  const since = new Set<string>();
  for (const [entity, some] of Map.groupBy(recorded, (one) => one.entity)) {
    const ids = [...new Set(some.map(({ id }) => id))];
    const parts = [...new Map(some.map(({ part }) => [part.name, part])).values()];
    for (const [id, set] of await findSetSince(ctx.db, { entity, ids, act, parts }))
      for (const name of set.keys()) since.add(keyOf({ entity, id, part: { name } }));
  }
  return (record, name) => recordedOf(record, name).some((one) => since.has(keyOf(one)));
}

const keyOf = ({ entity, id, part: { name } }: Recorded) => JSON.stringify([entity, id, name]);

function recordedIn(kind: ChangeKind, { id: own, before, after }: StepRecord, name: string): Recorded[] {
  const record = { entity: kind.entity, id: kind.recordId?.(own) ?? own };
  if (kind.isOfOthers?.(name)) {
    if (!kind.isSequence) return [];
    const among = movedBetween(orderIn(before, name), orderIn(after, name));
    return [{ ...record, part: { name: `${record.id} ${name}`, path: ['ids'], among } }];
  }
  const { paths, ...of } = kind.inTrail?.(name) ?? { paths: [name.split('.')] };
  return paths.map((path) => ({ ...record, ...of, part: { name: path.join('.'), path } }));
}

const orderIn = (side: Readonly<Record<string, unknown>>, name: string) => (side[name] ?? []) as number[];
