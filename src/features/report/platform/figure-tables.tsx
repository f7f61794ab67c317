import type { ReactNode } from 'react';
import type { Period } from '#kernel/text/period.rules.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import type { ListQuery } from '#ui/page/list-url.ts';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import type { ReportWords } from '../report.messages.ts';
import { figureUrl } from './figure-links.rules.ts';
import { type Breakdown, type FigureName, type Figures, figureNames } from './figures.rules.ts';
import styles from './platform.module.css';
import type { DayFigures, GroupFigures } from './platform.read.ts';

// How many rows of a breakdown are shown; the export has all.
const shown = 50;

/** The figures of each day. */
export function DayTable({ days, period }: { days: readonly DayFigures[]; period: Period }) {
  const format = useFormat();
  const rows = days.toReversed().map((row) => ({
    key: row.day,
    name: format.calendarDay(row.day),
    figures: row,
    hrefOf: (figure: FigureName) => figureUrl(figure, { since: row.day, until: row.day }),
  }));
  return <FigureTable by="day" rows={rows} period={period} />;
}

/** The figures of each customer, collection or series. */
export function GroupTable({ by, groups, period }: { by: Breakdown; groups: readonly GroupFigures[]; period: Period }) {
  const t = useT<ReportWords>();
  const most = Math.max(1, ...groups.map(({ activated }) => activated));
  const rows = groups.slice(0, shown).map((row) => {
    const title = row.title ?? t('report.none');
    const of = listsOf[by]?.(row);
    return {
      key: row.id ?? 0,
      name: row.href ? <a href={row.href}>{title}</a> : title,
      figures: row,
      share: row.activated / most,
      ...(of && { hrefOf: (figure: FigureName) => figureUrl(figure, period, of) }),
    };
  });
  return <FigureTable by={by} rows={rows} period={period} />;
}

// A list has no filter by series. What has no customer is a registration by event.
const listsOf: Partial<Record<Breakdown, (row: GroupFigures) => ListQuery>> = {
  customer: ({ id }) => (id === null ? { kind: 'event' } : { cust_idx: id }),
  collection: ({ id }) => ({ cidx: id ?? undefined }),
};

interface FigureRow {
  key: string | number;
  name: ReactNode;
  figures: Figures;
  /** The list of what a figure counts. */
  hrefOf?: (figure: FigureName) => string;
  /** How many were activated, as a share of the highest. */
  share?: number;
}

function FigureTable({ by, rows, period }: { by: 'day' | Breakdown; rows: readonly FigureRow[]; period: Period }) {
  const t = useT<ReportWords>();
  const format = useFormat();
  return (
    <>
      <TableFrame label={t(`report.of_${by}`)} most={420} className={styles.figures}>
        <Table cards>
          <thead>
            <tr>
              <ColumnHead>{t(`report.by_${by}`)}</ColumnHead>
              {figureNames.map((name) => (
                <ColumnHead key={name} kind="number">
                  {t(`report.${name}`)}
                </ColumnHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, figures, hrefOf, share }) => (
              <tr key={key}>
                <RowHead>{name}</RowHead>
                {figureNames.map((figure) => (
                  <Cell key={figure} kind="number" label={t(`report.${figure}`)}>
                    {figure === 'activated' && share !== undefined && (
                      <i className={styles.share} style={{ width: `${share * 64}px` }} />
                    )}
                    {hrefOf && figures[figure] > 0 ? (
                      <a href={hrefOf(figure)}>{format.number(figures[figure])}</a>
                    ) : (
                      format.number(figures[figure])
                    )}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
      <Inline as="p" tight above={8}>
        <ExportMenu path="/report/platform/export" query={{ ...period, by }} />
      </Inline>
    </>
  );
}
