import type { FormEvent } from 'react';
import { client } from '#client/api.ts';
import type { CollectionApi } from '#features/collection/collection.public.ts';
import type { CustomerApi } from '#features/customer/customer.public.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { useT } from '#ui/interface.tsx';
import { dateFilter, type ListFilter, selectFilter, textFilter } from '#ui/table/filters.tsx';
import { RecordFilter } from '#ui/table/record-filter.tsx';
import type { CodeWords } from '../code.messages.ts';
import { type CodeFilter, isOutsideWindow } from './code-filter.rules.ts';
import type { CodeFilterNames } from './code-list.read.ts';

const callCollection = client<CollectionApi>();
const callCustomer = client<CustomerApi>();

/** The filters of a list of codes. */
export function useCodeFilters(filter: CodeFilter, names: CodeFilterNames): ListFilter[] {
  const t = useT<CodeWords>();
  const record = (of: {
    name: string;
    label: string;
    value: number | undefined;
    title: string | null;
    find: Find;
  }) => ({
    name: of.name,
    label: of.label,
    chosen: of.value === undefined ? null : (of.title ?? String(of.value)),
    field: <RecordFilter {...of} resetLabel={t('code.filter_reset', { field: of.label })} />,
  });
  const options = [
    { value: 'valid', label: t('code.filter_valid') },
    { value: 'invalid', label: t('code.filter_invalid') },
    { value: 'activated', label: t('code.filter_activated') },
    { value: 'issued', label: t('code.state_issued') },
    { value: 'active', label: t('code.state_active') },
    { value: 'expired', label: t('code.state_expired') },
    { value: 'canceled', label: t('code.state_canceled') },
  ];
  const batch = textFilter({ name: 'cg_idx', label: t('code.field_batch_number'), value: filter.cg_idx });
  return [
    selectFilter({ name: 'status', label: t('code.field_state'), value: filter.status, all: t('common.all'), options }),
    withinWindow(dateFilter({ name: 'since', label: t('code.filter_since'), value: filter.since }), 'until'),
    withinWindow(dateFilter({ name: 'until', label: t('code.filter_until'), value: filter.until }), 'since'),
    record({
      name: 'cidx',
      label: t('code.field_collection'),
      value: filter.cidx,
      title: names.collection,
      find: findCollections,
    }),
    record({
      name: 'cust_idx',
      label: t('code.field_customer'),
      value: filter.cust_idx,
      title: names.customer,
      find: findCustomers,
    }),
    { ...batch, chosen: batch.chosen && (names.batch ?? batch.chosen) },
  ];
}

type Find = (search: string) => Promise<Choice[]>;

/** A day field that clears the other day when the two are too far apart. */
function withinWindow(filter: ListFilter, other: string): ListFilter {
  const drop = ({ target }: FormEvent<HTMLDivElement>) => {
    if (!(target instanceof HTMLInputElement)) return;
    const field = target.form?.elements.namedItem(other);
    if (field instanceof HTMLInputElement && isOutsideWindow(target.value, field.value)) field.value = '';
  };
  return { ...filter, field: <div onChange={drop}>{filter.field}</div> };
}

export async function findCollections(search: string): Promise<Choice[]> {
  const { results } = await callCollection('GET /api/v1/collection', { query: { search } });
  return results.collections.map(({ cidx, cid, title }) => ({ value: String(cidx), label: `${title} (${cid})` }));
}

async function findCustomers(search: string): Promise<Choice[]> {
  const { results } = await callCustomer('GET /api/v1/customer', { query: { search, excluded_default: 'true' } });
  return results.customers.map(({ cust_idx, cust_id, name }) => ({
    value: String(cust_idx),
    label: `${name} (${cust_id})`,
  }));
}
