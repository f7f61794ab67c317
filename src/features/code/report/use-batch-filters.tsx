import { useT } from '#ui/interface.tsx';
import { type ListFilter, selectFilter } from '#ui/table/filters.tsx';
import type { CodeWords } from '../code.messages.ts';
import type { BatchFilter } from './batch-rows.read.ts';

/** The choices of the filters of a list of batches. */
export interface BatchChoices {
  customers: readonly { cust_idx: number; name: string }[];
  collections: readonly { cidx: number; title: string }[];
  /** 'YYYY-MM', newest first. */
  months: readonly string[];
}

/** The filters of lists of batches: customer, collection, year and month. */
export function useBatchFilters(filter: BatchFilter, { customers, collections, months }: BatchChoices): ListFilter[] {
  const t = useT<CodeWords>();
  const all = t('common.all');
  const years = [...new Set(months.map((month) => month.slice(0, 4)))];
  const offered = filter.year ? months.filter((month) => month.startsWith(filter.year ?? '')) : months;
  return [
    selectFilter({
      name: 'cust_idx',
      label: t('code.report_customer'),
      value: filter.cust_idx,
      all,
      options: customers.map(({ cust_idx, name }) => ({ value: cust_idx, label: name })),
    }),
    selectFilter({
      name: 'cidx',
      label: t('code.report_collection'),
      value: filter.cidx,
      all,
      options: collections.map(({ cidx, title }) => ({ value: cidx, label: title })),
    }),
    selectFilter({
      name: 'year',
      label: t('code.report_year'),
      value: filter.year,
      all,
      options: years.map((year) => ({ value: year, label: year })),
    }),
    selectFilter({
      name: 'month',
      label: t('code.report_month'),
      value: filter.month,
      all,
      options: offered.map((month) => ({ value: month, label: month })),
    }),
  ];
}
