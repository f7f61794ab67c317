import type { FaultKind } from '#kernel/desk/faults.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { type FoundFault, listFaults, type WantedFaults } from './fault-rows.read.ts';
import type { FaultCount, FaultRow } from './fault.contract.ts';
import { faultMessages } from './fault.messages.ts';
import type { recentCounts } from './fault-counts.service.ts';

/** The kind of fault with this name; 404 if there is none. */
export function getFault({ faults }: Pick<Kernel, 'faults'>, fault: string): FaultKind {
  const kind = faults.of(fault);
  if (!kind) throw faultMessages.error(404, 'fault.not_found');
  return kind;
}

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
  fixable: kind.fix !== undefined,
});

/** Records at fault, with what a fix would set in them, in the caller's language. */
export async function readFaults(
  ctx: Context,
  { changeSets, records }: Pick<Kernel, 'changeSets' | 'records'>,
  kind: FaultKind,
  wanted: WantedFaults,
): Promise<FaultRow[]> {
  const found = await listFaults(ctx, kind, wanted);
  const change = kind.fix && changeSets.kinds.of(kind.fix.change);
  const mended = found.map(({ about }) => kind.fix?.fields(about) ?? null);
  const changes = found.map(({ id, about }, nth) => ({ id, base: about, fields: mended[nth] ?? {} }));
  const shown = (await change?.describe(ctx, changes)) ?? [];
  return found.map(({ id, title, line, dismissed }: FoundFault, nth) => ({
    kind: kind.entity,
    id,
    title,
    href: records.hrefOf(kind.entity, id),
    line,
    fields: mended[nth]
      ? Object.keys(mended[nth]).flatMap((field, at) => {
          const one = shown[nth]?.[at];
          return one ? [{ field: one.field ?? field, label: one.label, before: one.before, after: one.after }] : [];
        })
      : null,
    dismissed,
  }));
}
