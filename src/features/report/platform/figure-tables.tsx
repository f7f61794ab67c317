import type { ReactNode } from 'react';
import { useFormat, useT } from '#ui/interface.tsx';
import { ExportLinks } from '#ui/table/export-links.tsx';
import table from '#ui/table/table.module.css';
import type { ReportWords } from '../report.messages.ts';
import { type Breakdown, type Figures, figureNames } from './figures.rules.ts';
import type { Period } from './period.rules.ts';
import styles from './platform.module.css';
import type { DayFigures, GroupFigures } from './platform.read.ts';

// How many rows of a breakdown are shown; the export has all.
const shown = 50;

/** The figures of each day. */
export function DayTable({ days, requested }: { days: readonly DayFigures[]; requested: Partial<Period> }) {
  const format = useFormat();
  const rows = days.toReversed().map((row) => ({
    key: row.day,
    name: format.date(Date.parse(`${row.day}T12:00:00Z`) / 1000),
    figures: row,
  }));
  return <FigureTable by="day" rows={rows} requested={requested} />;
}

interface GroupTableProps {
  by: Breakdown;
  groups: readonly GroupFigures[];
  requested: Partial<Period>;
}

/** The figures of each customer, collection or series. */
export function GroupTable({ by, groups, requested }: GroupTableProps) {
  const t = useT<ReportWords>();
  const rows = groups.slice(0, shown).map((row) => {
    const title = row.title ?? t('report.none');
    return { key: row.id ?? 0, name: row.href ? <a href={row.href}>{title}</a> : title, figures: row };
  });
  return <FigureTable by={by} rows={rows} requested={requested} />;
}

interface FigureTableProps {
  by: 'day' | Breakdown;
  rows: readonly { key: string | number; name: ReactNode; figures: Figures }[];
  requested: Partial<Period>;
}

function FigureTable({ by, rows, requested }: FigureTableProps) {
  const t = useT<ReportWords>();
  const format = useFormat();
  return (
    <>
      <div className={`${table.wrap} ${styles.figures}`} role="region" aria-label={t(`report.of_${by}`)} tabIndex={0}>
        <table className={`${table.table} ${table.list}`}>
          <thead>
            <tr>
              <th scope="col">{t(`report.by_${by}`)}</th>
              {figureNames.map((name) => (
                <th key={name} scope="col" className={table.number}>
                  {t(`report.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, figures }) => (
              <tr key={key}>
                <th scope="row" className={table.lead}>
                  {name}
                </th>
                {figureNames.map((figure) => (
                  <td key={figure} className={table.number} data-label={t(`report.${figure}`)}>
                    {format.number(figures[figure])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.exports}>
        <ExportLinks path="/report/platform/export" query={{ since: requested.since, until: requested.until, by }} />
      </p>
    </>
  );
}
