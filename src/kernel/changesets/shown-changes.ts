import { isDeepStrictEqual } from 'node:util';
import type { Records } from '../records/records.ts';
import type { Context } from '../work/context.ts';
import type { ChangeKind, ChangeKinds, SetFields, ShownField } from './kinds.ts';

type KindedFields = SetFields & { kind: string };

/** A field that a change sets, in words, and whether it was another value before. */
export interface ChangedField extends ShownField {
  field: string;
  differs: boolean;
}

/** A change in words: what it is about, and what it sets. */
export interface ShownChange {
  title: string;
  href: string | null;
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
    const title = all?.id === id ? ctx.text(all.label) : (titleOf(entity, id) ?? changes[nth]?.id ?? '');
    return { title, href: records.hrefOf(entity, id), fields: shown[nth] ?? [] };
  });
}

/** What each change sets, in words; one statement or a few for all of a kind. */
export async function describeChanges(
  ctx: Context,
  kinds: ChangeKinds,
  all: readonly KindedFields[],
): Promise<ChangedField[][]> {
  const shown: ChangedField[][] = all.map(() => []);
  const describe = async (kind: ChangeKind) => {
    const indexes = all.flatMap((change, nth) => (change.kind === kind.kind ? [nth] : []));
    const own = indexes.flatMap((nth) => all[nth] ?? []);
    const described = own.length > 0 ? await kind.describe(ctx, own) : [];
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
