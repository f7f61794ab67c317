import type { FormEvent } from 'react';
import { findCollectionByCidx } from '#features/collection/collection.public.tsx';
import { findCustomers } from '#features/customer/customer.public.tsx';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { useT } from '#ui/interface.tsx';
import { RecordFilter } from '#ui/rows/record-filter.tsx';
import {
  dayField,
  type FilterControl,
  type FilterControls,
  periodField,
  searchBox,
  selectField,
  textField,
} from '#ui/table/filter-controls.tsx';
import type { CodeWords } from '../code.messages.ts';
import type { CodeFilter } from '../find/code-filter.contract.ts';
import { isOutsideWindow } from '../find/code-filter.rules.ts';
import type { CodeFilterNames } from '../find/code-rows.read.ts';

/** The controls of the filter of a list of codes. */
export function useCodeControls(names: CodeFilterNames): FilterControls<CodeFilter> {
  const t = useT<CodeWords>();
  const record =
    (label: string, title: string | null, find: Find): FilterControl<number> =>
    ({ name, value }) => ({
      name,
      label,
      chosen: value === undefined ? null : (title ?? String(value)),
      field: <RecordFilter {...{ name, label, value, title, find }} />,
    });
  return {
    code: searchBox(t('code.search_hint')),
    status: selectField(t('code.field_state'), [
      { value: 'issued', also: 'valid', label: t('code.state_issued') },
      { value: 'active', label: t('code.state_active') },
      { value: 'expired', label: t('code.state_expired') },
      { value: 'canceled_only', label: t('code.state_canceled') },
      { value: 'withdrawn', label: t('code.state_withdrawn') },
      { value: 'invalid', label: t('code.filter_invalid') },
      { value: 'activated', label: t('code.filter_activated') },
      { value: 'unactivated', label: t('code.filter_unactivated') },
      { value: 'canceled', label: t('code.filter_canceled') },
      { value: 'quantity', label: t('code.filter_quantity') },
    ]),
    on: selectField(
      t('code.filter_on'),
      [
        { value: 'activated', label: t('code.field_activated') },
        { value: 'expired', label: t('code.state_expired') },
        { value: 'canceled', label: t('code.state_canceled') },
        { value: 'withdrawn', label: t('code.state_withdrawn') },
      ],
      { none: t('code.field_issued') },
    ),
    since: withinWindow(periodField(t('code.filter_since')), 'until'),
    until: withinWindow(dayField(t('code.filter_until')), 'since'),
    cidx: record(t('code.field_collection'), names.collection, findCollectionByCidx),
    cust_idx: record(t('code.field_customer'), names.customer, findCustomers),
    cg_idx: textField(t('code.field_batch'), names.batch),
    lot: names.batch === null ? null : textField(t('code.field_lot')),
  };
}

type Find = (search: string) => Promise<Choice[]>;

/** A day that clears the other day when the two are too far apart. */
function withinWindow(control: FilterControl<string>, other: string): FilterControl<string> {
  const drop = ({ target }: FormEvent<HTMLDivElement>) => {
    if (!(target instanceof HTMLInputElement)) return;
    const field = target.form?.elements.namedItem(other);
    if (field instanceof HTMLInputElement && isOutsideWindow(target.value, field.value)) field.value = '';
  };
  return (given) => {
    const filter = control(given);
    return { ...filter, field: <div onChange={drop}>{filter.field}</div> };
  };
}
