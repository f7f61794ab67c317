import type { ShownField } from '#kernel/changesets/kinds.ts';
import type { FaultKind, FaultTexts } from '#kernel/desk/faults.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { type FoundFault, ownId } from './fault-rows.read.ts';
import type { FaultCount, FaultRow } from './fault.contract.ts';
import { faultMessages } from './fault.messages.ts';
import type { recentCounts } from './fault-counts.service.ts';

/** The kind of fault with this name; 404 if there is none. */
export function getFault({ faults }: Pick<Kernel, 'faults'>, fault: string): FaultKind {
  const kind = faults.of(fault);
  if (!kind) throw faultMessages.error(404, 'fault.not_found');
  return kind;
}

/** Whether the product can mend a kind of fault. */
export const isFixable = ({ fix, act }: FaultKind): boolean => Boolean(fix ?? act);

/** A kind of fault with how many records have it, in the caller's language. */
export const shownCount = (
  ctx: Context,
  { kind, last }: Awaited<ReturnType<typeof recentCounts>>[number],
): FaultCount => ({
  fault: kind.fault,
  group: kind.group,
  name: ctx.text(kind.name),
  count: last?.count ?? null,
  at: last ? Math.floor(last.at / 1000) : null,
  fixable: isFixable(kind),
});

/** Records at fault, with what a fix would set in them, in the caller's language. */
export async function shownFaults(
  ctx: Context,
  { changeSets, records }: Pick<Kernel, 'changeSets' | 'records'>,
  kind: FaultKind,
  found: readonly FoundFault[],
): Promise<FaultRow[]> {
  const mended = new Map<FoundFault, FaultTexts>();
  const shown = new Map<FoundFault, readonly ShownField[]>();
  for (const { entity, fix } of [kind, ...(kind.also ?? [])]) {
    const own = found.flatMap((row) => {
      const fields = row.kind === entity ? fix?.fields(row.about) : null;
      return fields ? [{ row, change: { id: ownId(row, kind), base: row.about, fields } }] : [];
    });
    const made = own.map(({ change }) => change);
    const described = (await (fix && changeSets.kinds.ofAny(fix.change))?.describe(ctx, made)) ?? [];
    for (const [nth, { row, change }] of own.entries()) {
      mended.set(row, change.fields);
      shown.set(row, described[nth] ?? []);
    }
  }
  return found.map((row: FoundFault) => ({
    kind: row.kind,
    id: row.id,
    title: row.title,
    href: records.hrefOf(row.kind, ownId(row, kind)),
    line: row.line,
    fields: fieldsOf(mended.get(row), shown.get(row) ?? []),
    dismissed: row.dismissed,
  }));
}

const fieldsOf = (mended: FaultTexts | undefined, shown: readonly ShownField[]): FaultRow['fields'] =>
  mended
    ? Object.keys(mended).flatMap((field, at) => {
        const one = shown[at];
        return one ? [{ field: one.field ?? field, label: one.label, before: one.before, after: one.after }] : [];
      })
    : null;
