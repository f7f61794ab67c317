import type { Context } from '#kernel/context.ts';
import type { Kernel } from '#kernel/feature.ts';
import type { Histories } from '#kernel/histories.ts';
import { writeCsv } from '#kernel/sheets/csv-write.ts';
import { AuditNames, type Extent } from './audit-describe.ts';
import type { AuditLine, History } from './audit.contract.ts';
import type { AuditWords } from './audit.messages.ts';
import { auditBatch, type Filter, recordHistory } from './audit.store.ts';

const onScreen: Extent = { changes: 50, characters: 500 };
// A cell of a sheet holds 32,767 characters.
const inSheet: Extent = { changes: 500, characters: 30_000 };

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
  { recordLinks, histories }: Pick<Kernel, 'recordLinks'> & { histories: Histories },
  { entity, id, before }: { entity: string; id: string; before?: number | undefined },
): Promise<History> {
  const limit = historySize + 1;
  const parts = await Promise.all([
    recordHistory(ctx.db, { entity, id, before, limit }),
    ...histories.of(entity).map((source) => source.list(ctx, id, before, limit)),
  ]);
  const entries = parts.flat().toSorted((a, b) => b.audit_idx - a.audit_idx);
  const shown = entries.slice(0, historySize);
  const names = new AuditNames(ctx, recordLinks);
  return {
    lines: shown.map((entry) => names.line(entity, id, entry, onScreen)),
    next: entries.length > historySize ? (shown.at(-1)?.audit_idx ?? null) : null,
  };
}

/** The rows under a filter as CSV, read in batches that hold no transaction. */
export function exportAudit(
  ctx: Context,
  { recordLinks }: Pick<Kernel, 'recordLinks'>,
  filter: Filter,
): AsyncGenerator<Uint8Array> {
  return writeCsv(cells(ctx, new AuditNames(ctx, recordLinks), filter));
}

async function* cells(ctx: Context, names: AuditNames, filter: Filter) {
  const { db, timeZone } = ctx;
  const t = ctx.translate<AuditWords>();
  yield [
    `${t('audit.when')} (${timeZone})`,
    t('audit.who'),
    t('audit.entity'),
    t('audit.record'),
    t('audit.action'),
    t('audit.before'),
    t('audit.after'),
    t('audit.reason'),
  ];
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const side = (line: AuditLine, which: 'before' | 'after') =>
    line.changes
      .filter((change) => change[which] !== null)
      .map((change) => `${change.field}: ${change[which]}`)
      .join('\n');
  let last: number | undefined;
  for (;;) {
    const rows = await auditBatch(db, filter, { timeZone, last, size: batchSize });
    for (const row of rows) {
      const line = names.line(row.entity, row.entity_id, row, inSheet);
      yield [
        time.format(line.at * 1000),
        line.actor ?? t('audit.system'),
        line.kind,
        line.id,
        line.action,
        side(line, 'before'),
        side(line, 'after'),
        line.reason,
      ];
    }
    last = rows.at(-1)?.audit_idx;
    if (rows.length < batchSize) return;
  }
}
