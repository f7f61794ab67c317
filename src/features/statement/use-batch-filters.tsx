import type { CodeWords } from '#features/code/code.public.ts';
import { useT } from '#ui/interface.tsx';
import { itself, selectField, useFilters } from '#ui/table/filter-controls.tsx';
import type { ListFilters } from '#ui/table/filters.tsx';
import type { BatchFilter } from './batch-filter.contract.ts';

/** The choices of the filters of a list of batches. */
export interface BatchChoices {
  customers: readonly { cust_idx: number; name: string }[];
  collections: readonly { cidx: number; title: string }[];
  /** 'YYYY-MM', newest first. */
  months: readonly string[];
}

/** The filters of lists of batches: customer, collection, year and month. */
export function useBatchFilters(filter: BatchFilter, { customers, collections, months }: BatchChoices): ListFilters {
  const t = useT<CodeWords>();
  const years = [...new Set(months.map((month) => month.slice(0, 4)))];
  const offered = filter.year ? months.filter((month) => month.startsWith(filter.year ?? '')) : months;
  return useFilters(filter, {
    cust_idx: selectField(
      t('code.report_customer'),
      customers.map(({ cust_idx, name }) => ({ value: cust_idx, label: name })),
    ),
    cidx: selectField(
      t('code.report_collection'),
      collections.map(({ cidx, title }) => ({ value: cidx, label: title })),
    ),
    year: selectField(t('code.report_year'), years.map(itself)),
    month: selectField(t('code.report_month'), offered.map(itself)),
  });
}
