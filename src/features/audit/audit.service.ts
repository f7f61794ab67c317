import type { Context } from '#kernel/context.ts';
import type { Kernel } from '#kernel/feature.ts';
import { listHistory } from '#kernel/history.ts';
import { inBatches, type SheetExport } from '#kernel/http/export.ts';
import type { AuditLine, History } from './audit.contract.ts';
import type { AuditWords } from './audit.messages.ts';
import { type AuditRow, auditBatch, countAudit, type Filter } from './audit.store.ts';
import { AuditNames, type Extent } from './audit-names.service.ts';

// A hundred acts make a page.
const onScreen: Extent = { changes: 50, characters: 500, total: 5000 };
// A cell of a sheet holds 32,767 characters.
const inSheet: Extent = { changes: 500, characters: 30_000, total: Number.POSITIVE_INFINITY };

const historySize = 20;
const batchSize = 1000;

/** One page of lines for the screen. */
export function describeRows(
  ctx: Context,
  { recordLinks }: Pick<Kernel, 'recordLinks'>,
  rows: Awaited<ReturnType<typeof auditBatch>>,
): AuditLine[] {
  const names = new AuditNames(ctx, recordLinks);
  return rows.map((row) => names.line(row.entity, row.entity_id, row, onScreen));
}

/** A part of one record's history, with what bulk acts did to it. */
export async function historyOf(
  ctx: Context,
  { recordLinks }: Pick<Kernel, 'recordLinks'>,
  { entity, id, before }: { entity: string; id: string; before?: number | undefined },
): Promise<History> {
  const entries = await listHistory(ctx, { entity, id, before, limit: historySize + 1 });
  const shown = entries.slice(0, historySize);
  const names = new AuditNames(ctx, recordLinks);
  return {
    lines: shown.map((entry) => names.line(entity, id, entry, onScreen)),
    next: entries.length > historySize ? (shown.at(-1)?.audit_idx ?? null) : null,
  };
}

/** The rows under a filter as they stand in a sheet, and how many there are. */
export async function exportAudit(
  ctx: Context,
  { recordLinks }: Pick<Kernel, 'recordLinks'>,
  filter: Filter,
): Promise<Pick<SheetExport, 'heading' | 'total' | 'batches'>> {
  const { db, timeZone } = ctx;
  const t = ctx.translate<AuditWords>();
  const names = new AuditNames(ctx, recordLinks);
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const cells = (row: AuditRow) => {
    const line = names.line(row.entity, row.entity_id, row, inSheet);
    const who = line.actor ?? t('audit.system');
    const sides = [side(line, 'before'), side(line, 'after')];
    return [time.format(line.at * 1000), who, line.kind, line.id, line.action, ...sides, line.reason];
  };
  return {
    heading: [
      `${t('audit.when')} (${timeZone})`,
      t('audit.who'),
      t('audit.entity'),
      t('audit.record'),
      t('audit.action'),
      t('audit.before'),
      t('audit.after'),
      t('audit.reason'),
    ],
    total: await countAudit(db, filter, timeZone),
    batches: inBatches(
      (last?: AuditRow) => auditBatch(db, filter, { timeZone, last: last?.audit_idx, size: batchSize }),
      {
        size: batchSize,
        cells,
      },
    ),
  };
}

const side = (line: AuditLine, which: 'before' | 'after') =>
  line.changes
    .filter((change) => change[which] !== null)
    .map((change) => `${change.field}: ${change[which]}`)
    .join('\n');
