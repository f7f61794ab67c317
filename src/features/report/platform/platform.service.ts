import { inParts, type Sheet, sheetOf } from '#kernel/http/export.ts';
import { momentValue, type SheetValue } from '#kernel/sheets/sheet-value.ts';
import { daysAfter, daysIn, type Period } from '#kernel/text/period.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { today } from '#kernel/work/days.ts';
import { type ReportWords, reportMessages } from '../report.messages.ts';
import { type Breakdown, type Figures, figureNames } from './figures.rules.ts';
import type { RequestedPeriod } from './platform.contract.ts';
import { readDays, readGroups } from './platform.read.ts';
import { longestPeriod } from './platform-period.rules.ts';

// The default length of a period. Days.
const usual = 30;

/** The period of a query, with its defaults; 422 if it is too long or ends before it begins. */
export function periodOf(ctx: Pick<Context, 'now' | 'timeZone'>, { since, until }: RequestedPeriod): Period {
  const last = until ?? (since === undefined ? today(ctx) : daysAfter(since, usual - 1));
  const period = { since: since ?? daysAfter(last, 1 - usual), until: last };
  if (daysIn(period) < 1) throw reportMessages.errorWith(422, 'report.period_order', { field: 'until' });
  if (daysIn(period) > longestPeriod)
    throw reportMessages.errorWith(422, 'report.period_rule', { field: 'since' }, { days: longestPeriod });
  return period;
}

/** One table of the report as a sheet. */
export async function exportPlatform(ctx: Context, period: Period, by: 'day' | Breakdown): Promise<Sheet> {
  const t = ctx.translate<ReportWords>();
  const found: Named[] =
    by === 'day'
      ? (await readDays(ctx, period)).map((row) => ({ name: momentValue(row.day), row }))
      : (await readGroups(ctx, period, by)).map((row) => ({ name: row.title ?? t('report.none'), row }));
  return sheetOf<Named>(
    [
      [t(`report.by_${by}`), ({ name }) => name],
      ...figureNames.map((figure) => [t(`report.${figure}`), ({ row }: Named) => row[figure]] as const),
    ],
    found.length,
    inParts(found),
  );
}

interface Named {
  name: SheetValue;
  row: Figures;
}
