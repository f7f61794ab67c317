import type { CodeFilterNames } from '#features/code/code.public.ts';
import { useCodeFilters } from '#features/code/code.public.tsx';
import { useT } from '#ui/interface.tsx';
import { dateFilter, type ListFilter } from '#ui/table/filters.tsx';
import type { ReportWords } from '../report.messages.ts';
import type { RegisteredFilter } from './registered.rules.ts';

/** The filters of the reports of what learners registered for: days, and records searched as in the code manager. */
export function useRegisteredFilters(filter: RegisteredFilter, names: CodeFilterNames): ListFilter[] {
  const t = useT<ReportWords>();
  const { cust_idx, cidx } = filter;
  const found = useCodeFilters({ cust_idx, cidx }, names);
  return [
    dateFilter({ name: 'since', label: t('report.registered_since'), value: filter.since }),
    dateFilter({ name: 'until', label: t('report.registered_until'), value: filter.until }),
    ...found.filter(({ name }) => name === 'cidx' || name === 'cust_idx'),
  ];
}
