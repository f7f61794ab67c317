import { useCodeControls } from '#features/code/code.public.tsx';
import type { CodeFilterNames } from '#features/code/code-find.public.ts';
import { useT } from '#ui/interface.tsx';
import { dayField, type FilterControls, periodField, searchBox } from '#ui/table/filter-controls.tsx';
import type { ReportWords } from '../report.messages.ts';
import type { RegisteredFilter } from './registered.contract.ts';

/** The controls of the reports of what learners registered for: records are searched as in the code manager. */
export function useRegisteredControls(search: string, names: CodeFilterNames): FilterControls<RegisteredFilter> {
  const t = useT<ReportWords>();
  const { cidx, cust_idx } = useCodeControls(names);
  return {
    search_val: searchBox(search),
    since: periodField(t('report.registered_since')),
    until: dayField(t('report.registered_until')),
    cidx,
    cust_idx,
  };
}
