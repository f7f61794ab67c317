import { isDeepStrictEqual } from 'node:util';
import type { Records } from '../records/records.ts';
import type { Context } from '../work/context.ts';
import type { PlannedChange } from './change.ts';
import type { ChangeKind, ChangeKinds, ShownField } from './kinds.ts';

type KindedFields = Pick<PlannedChange, 'kind' | 'id' | 'fields' | 'base'>;

/** A field that a change sets, in words, and whether it was another value before. */
export interface ChangedField extends ShownField {
  field: string;
  differs: boolean;
}

/** A change in words: what it is about, and what it sets. */
export interface ShownChange {
  title: string;
  href: string | null;
  /** Whether it adds the record. */
  is_new: boolean;
  fields: ChangedField[];
}

/** The record of a change as the trail names it. */
export const recordOf = (kinds: ChangeKinds, { kind, id }: { kind: string; id: string }) => {
  const of = kinds.of(kind);
  return { entity: of?.entity ?? kind, id: of?.recordId?.(id) ?? id };
};

/** Changes in the words of their kinds, in the given order. */
export async function showChanges(
  ctx: Context,
  { kinds, records }: { kinds: ChangeKinds; records: Records },
  changes: readonly KindedFields[],
): Promise<ShownChange[]> {
  const named = changes.map((change) => recordOf(kinds, change));
  const [titleOf, shown] = await Promise.all([records.titles(ctx, named), describeChanges(ctx, kinds, changes)]);
  return named.map(({ entity, id }, nth) => {
    const { all } = records.of(entity) ?? {};
    const change = changes[nth];
    const known = titleOf(entity, id);
    const is_new = change?.base === null;
    // Once it was added, it is a record like others.
    const coming = is_new && known === undefined ? kinds.of(change.kind)?.create?.shown(change.fields) : undefined;
    const title = coming?.title ?? (all?.id === id ? ctx.text(all.label) : (known ?? change?.id ?? ''));
    const href = coming ? coming.href : records.hrefOf(entity, id);
    return { title, href, is_new, fields: shown[nth] ?? [] };
  });
}

/** The titles of the records that changes add, by kind and id. */
export type TitlesOfAdded = ReadonlyMap<string, ReadonlyMap<string, string>>;

export function titlesOfAdded(kinds: ChangeKinds, changes: readonly KindedFields[]): TitlesOfAdded {
  const byKind = Map.groupBy(
    changes.filter(({ base }) => base === null),
    ({ kind }) => kind,
  );
  return new Map(
    [...byKind].map(([kind, some]) => [
      kind,
      new Map(some.map(({ id, fields }) => [id, kinds.of(kind)?.create?.shown(fields).title ?? id])),
    ]),
  );
}

/** What each change sets, in words; one statement or a few for all of a kind. */
export async function describeChanges(
  ctx: Context,
  kinds: ChangeKinds,
  all: readonly KindedFields[],
  added = titlesOfAdded(kinds, all),
): Promise<ChangedField[][]> {
  const shown: ChangedField[][] = all.map(() => []);
  const describe = async (kind: ChangeKind) => {
    const indexes = all.flatMap((change, nth) => (change.kind === kind.kind ? [nth] : []));
    const own = indexes.flatMap((nth) => {
      const { id, base, fields } = all[nth] ?? {};
      return id === undefined || !fields ? [] : [{ id, base: base ?? {}, fields }];
    });
    const named = new Map(kind.names?.kinds.flatMap((one) => [...(added.get(one) ?? [])]));
    const described = own.length > 0 ? await kind.describe(ctx, own, named) : [];
    for (const [index, nth] of indexes.entries()) {
      const { base = {}, fields = {} } = own[index] ?? {};
      const names = Object.keys(fields);
      const differ = names.map((name) => !isDeepStrictEqual(base[name] ?? null, fields[name] ?? null));
      const texts = described[index] ?? [];
      shown[nth] = texts.map(({ field, ...text }, at) => {
        const position = field === undefined ? at : names.indexOf(field);
        return {
          field: names[position] ?? names[0] ?? '',
          ...text,
          // Items of a list or an order are described together.
          differs:
            field !== undefined || texts.length === names.length ? differ[position] === true : differ.includes(true),
        };
      });
    }
  };
  await Promise.all(kinds.all.map(describe));
  return shown;
}
