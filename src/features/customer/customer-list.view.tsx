import { leaveWith, openFragment } from '#client/dialogs.ts';
import { madeIn } from '#client/made.ts';
import type { ShownViews } from '#kernel/desk/saved-views.ts';
import type { PlainListProps } from '#kernel/mount/list.ts';
import type { ListedPart } from '#kernel/records/record-parts.ts';
import { Icon } from '#ui/icon.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { ShareBar } from '#ui/kit/share-bar.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { ListQuery } from '#ui/page/list-url.ts';
import type { Column } from '#ui/table/data-table.tsx';
import { ExportMenu } from '#ui/table/export-menu.tsx';
import { searchBox, useFilters } from '#ui/table/filter-controls.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { PeekButton } from '#ui/table/peek-button.tsx';
import type { CustomerFilter } from './customer.contract.ts';
import type { CustomerWords } from './customer.messages.ts';
import { customerCodesHref } from './customer.rules.ts';
import type { CustomerListRow } from './customer-list.read.ts';

interface CustomerListProps extends PlainListProps<CustomerListRow, CustomerFilter> {
  /** The columns that other features add. */
  listed: readonly ListedPart[];
  views: ShownViews;
}

const path = '/customer';

/** The partners and distributors that codes are issued for. */
export default function CustomerList({ listed, ...list }: CustomerListProps) {
  const { query } = list;
  const t = useT<CustomerWords>();
  const create = async () => {
    const made = madeIn(await openFragment('/customer/create'));
    if (made) leaveWith(t('customer.created'), `/customer/${made.id}`, made.undo);
  };
  return (
    <ListScreen
      title={t('customer.heading')}
      word={t('customer.kind')}
      acts={<Acts query={query} create={create} />}
      {...list}
      path={path}
      filters={useFilters({ search_val: query.search_val }, { search_val: searchBox(t('customer.search_hint')) })}
      columns={useColumns(listed)}
      keyOf={(customer) => customer.cust_idx}
      nameOf={(customer) => customer.name}
      empty={<EmptyState text={t('customer.empty')} />}
    />
  );
}

function useColumns(listed: readonly ListedPart[]): Column<CustomerListRow>[] {
  const t = useT<CustomerWords>();
  const format = useFormat();
  const sharing = listed.filter(({ share }) => share !== undefined);
  return [
    {
      key: 'name',
      label: t('customer.field_name'),
      sortable: true,
      fixed: true,
      align: 'lead',
      render: ({ cust_idx, name }) => (
        <Inline as="span" whole between tight>
          <Text as="a" cut strong tone="ink" href={customerCodesHref(cust_idx)} title={name} data-peek>
            {name}
          </Text>
          <PeekButton title={name} />
        </Inline>
      ),
    },
    {
      key: 'cust_id',
      label: t('customer.field_cust_id'),
      sortable: true,
      align: 'nowrap',
      render: (customer) => <code>{customer.cust_id}</code>,
    },
    ...listed.flatMap((part): Column<CustomerListRow>[] => {
      const { key, label, as, values, href } = part;
      const text = (value: number) => (as === 'date' ? format.date(value) : format.number(value));
      const figure: Column<CustomerListRow> = {
        key,
        label,
        fixed: true,
        aside: part.share !== undefined && part !== sharing[0],
        align: 'number',
        render: ({ cust_idx }) => {
          const value = values[cust_idx];
          if (value === undefined) return '—';
          return (
            <Text as="a" tone={value === 0 ? 'soft' : 'ink'} href={`${href}${cust_idx}`}>
              {text(value)}
            </Text>
          );
        },
      };
      const shares: Column<CustomerListRow> = {
        key: 'shares',
        label: t('customer.shares'),
        fixed: true,
        aside: true,
        render: ({ cust_idx }) => <ShareBar parts={sharesOf(sharing, cust_idx)} />,
      };
      return part === sharing[0] ? [shares, figure] : [figure];
    }),
    { key: 'memo', label: t('customer.field_memo'), align: 'cut', render: (customer) => customer.memo },
    {
      key: 'updated',
      label: t('customer.field_updated_at'),
      sortable: true,
      align: 'number',
      aside: true,
      render: (customer) => format.date(customer.updated_at),
    },
  ];
}

const sharesOf = (sharing: readonly ListedPart[], cust_idx: number) =>
  sharing.flatMap(({ share, values }) => (share ? [{ tone: share, value: values[cust_idx] ?? 0 }] : []));

function Acts({ query, create }: { query: ListQuery; create: () => void }) {
  const t = useT<CustomerWords>();
  return (
    <>
      <ExportMenu path="/customer/export" query={query} />
      <Button variant="primary" onClick={create}>
        <Icon name="add" />
        {t('customer.create')}
      </Button>
    </>
  );
}
