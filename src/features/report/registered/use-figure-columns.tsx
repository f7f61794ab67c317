import { useFormat, useT } from '#ui/interface.tsx';
import { type ListQuery, listUrl } from '#ui/page/list-url.ts';
import type { Column } from '#ui/table/column.ts';
import type { ReportWords } from '../report.messages.ts';
import type { RegisteredFigures, RegisteredFilter } from './registered.contract.ts';
import { figureQuery, registeredFigures } from './registered.rules.ts';

/** The registration counts of a row; each links to the registrations. `of` is the filter of a row in that list. */
export function useFigureColumns<Row extends RegisteredFigures>(
  { since, until, cust_idx }: RegisteredFilter,
  of: (row: Row) => ListQuery,
): Column<Row>[] {
  const t = useT<ReportWords>();
  const format = useFormat();
  const day = (text: string) => format.date(Date.parse(`${text}T12:00:00Z`) / 1000);
  const figures = registeredFigures.map(
    (key): Column<Row> => ({
      key,
      label: t(`report.registered_${key}`),
      sortable: true,
      align: 'number',
      aside: key !== 'registrations',
      render: (row) =>
        row[key] === 0 ? (
          format.number(0)
        ) : (
          <a href={listUrl('/registration', { ...of(row), ...figureQuery[key], since, until, cust_idx })}>
            {format.number(row[key])}
          </a>
        ),
    }),
  );
  const days = (['first', 'last'] as const).map(
    (key): Column<Row> => ({
      key,
      label: t(`report.registered_${key}`),
      sortable: true,
      align: 'number',
      aside: true,
      render: (row) => day(row[key]),
    }),
  );
  return [...figures, ...days];
}
