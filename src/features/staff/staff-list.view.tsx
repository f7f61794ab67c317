import { client } from '#client/api.ts';
import { confirm, notify, openFragment, showMadeHere } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { madeIn } from '#client/made.ts';
import { pageAddress } from '#client/office-path.ts';
import type { Page } from '#kernel/db/paging.ts';
import { useAct } from '#ui/form/use-act.ts';
import { Icon } from '#ui/icon.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import type { Column } from '#ui/table/column.ts';
import { searchBox, selectField, useFilters } from '#ui/table/filter-controls.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import type { StaffFilter, StaffListRow, staffApi } from './staff.contract.ts';
import type { StaffWords } from './staff.messages.ts';

const call = client<typeof staffApi>();

interface StaffListProps {
  found: Page<StaffListRow>;
  query: StaffFilter;
  limit: number;
  /** The viewer's own account. */
  own: number;
}

/** The accounts, and the actions on each. */
export default function StaffList({ found, query, limit, own }: StaffListProps) {
  const t = useT<StaffWords>();
  const { create, openDialog, setDisabled } = useAccountActs();
  const filters = useFilters(query, {
    search_val: searchBox(t('staff.search')),
    state: selectField(t('staff.state'), [
      { value: 'enabled', label: t('staff.enabled') },
      { value: 'disabled', label: t('staff.disabled') },
    ]),
  });
  return (
    <ListScreen
      title={t('staff.heading')}
      acts={
        <Button variant="primary" onClick={create}>
          <Icon name="add" />
          {t('staff.create')}
        </Button>
      }
      path="/staff"
      query={query}
      filters={filters}
      found={found}
      paging={{ size: limit, limit }}
      columns={useColumns({ own, onOpen: openDialog, onDisable: setDisabled })}
      keyOf={(row) => row.staff_idx}
      empty={<EmptyState text={t('table.empty')} />}
    />
  );
}

/** The actions on accounts; the list is refreshed after each. */
function useAccountActs() {
  const t = useT<StaffWords>();
  const run = useAct();
  const refresh = async (message?: string) => {
    await navigateInPage(pageAddress());
    if (message !== undefined) await notify({ message });
  };
  // A dialog closed after its act shows no message, but the list must still be refreshed.
  const openDialog = (url: string, done?: string) =>
    run(async () => refresh((await openFragment(url)) ? done : undefined));
  const create = () =>
    run(async () => {
      const made = madeIn(await openFragment('/staff/create'));
      await refresh();
      if (made) showMadeHere(made, t('common.made', { title: made.title }));
    });
  const setDisabled = (row: StaffListRow, disabled: boolean) =>
    run(async () => {
      const title = t('staff.disable_title', { name: row.name });
      const question = { title, body: t('staff.disable_body'), agree: t('staff.disable') };
      if (disabled && !(await confirm(question))) return;
      const { staff_idx, version } = row;
      await call('PUT /api/v1/staff/:staff_idx', { params: { staff_idx }, body: { disabled, version } });
      await refresh(t(disabled ? 'staff.disabled_done' : 'staff.enabled_done'));
    });
  return { create, openDialog, setDisabled };
}

type RowActs = Pick<RowActionsProps, 'onOpen' | 'onDisable'> & { own: number };

function useColumns({ own, ...acts }: RowActs): Column<StaffListRow>[] {
  const t = useT<StaffWords>();
  const format = useFormat();
  return [
    { key: 'staff_id', label: t('staff.id'), render: (row) => <b>{row.staff_id}</b> },
    {
      key: 'name',
      label: t('staff.name'),
      align: 'cut',
      render: (row) => (row.staff_idx === own ? `${row.name} (${t('staff.you')})` : row.name),
    },
    {
      key: 'is_admin',
      label: t('staff.admin'),
      aside: true,
      render: (row) => t(row.is_admin ? 'common.yes' : 'common.no'),
    },
    {
      key: 'state',
      label: t('staff.state'),
      align: 'nowrap',
      render: (row) => t(row.disabled ? 'staff.disabled' : 'staff.enabled'),
    },
    {
      key: 'ways',
      label: t('staff.ways'),
      aside: true,
      render: (row) =>
        waysIn(row)
          .map((key) => t(key))
          .join(', '),
    },
    {
      key: 'sessions',
      label: t('staff.sessions'),
      align: 'number',
      aside: true,
      render: (row) => format.number(row.sessions),
    },
    {
      key: 'actions',
      label: t('common.actions'),
      align: 'actions',
      render: (row) => <RowActions row={row} own={row.staff_idx === own} {...acts} />,
    },
  ];
}

/** How an account logs in. */
const waysIn = (row: StaffListRow) => [
  ...(row.passkeys > 0 ? (['staff.passkey'] as const) : []),
  ...(row.has_password ? (['staff.password'] as const) : []),
  ...(row.two_factor ? (['staff.two_factor'] as const) : []),
  ...(row.single_sign_on ? (['staff.sso_heading'] as const) : []),
];

interface RowActionsProps {
  row: StaffListRow;
  own: boolean;
  onOpen: (url: string, done?: string) => void;
  onDisable: (row: StaffListRow, disabled: boolean) => void;
}

function RowActions({ row, own, onOpen, onDisable }: RowActionsProps) {
  const t = useT<StaffWords>();
  const idx = row.staff_idx;
  const reset = { label: t('staff.reset'), act: () => onOpen(`/staff/password/${idx}`, t('staff.reset_done')) };
  return (
    <>
      {row.disabled && (
        <ButtonLink
          variant="quiet"
          href={`/staff/handover/${idx}`}
          aria-label={`${t('staff.hand_over')}: ${row.staff_id}`}
        >
          {t('staff.hand_over')}
        </ButtonLink>
      )}
      <Button
        variant="quiet"
        onClick={() => onOpen(`/staff/update/${idx}`, t('staff.saved'))}
        aria-label={`${t('CMN-06')}: ${row.staff_id}`}
      >
        {t('CMN-06')}
      </Button>
      <RowMenu
        label={`${t('common.more')}: ${row.staff_id}`}
        items={[
          ...(own ? [] : [reset]),
          { label: t('staff.sessions'), act: () => onOpen(`/staff/sessions/${idx}`) },
          {
            label: t('common.history'),
            act: () => void openFragment(`/audit/of/staff/${encodeURIComponent(row.staff_id)}`),
          },
          {
            label: t(row.disabled ? 'staff.enable' : 'staff.disable'),
            act: () => onDisable(row, !row.disabled),
            danger: !row.disabled,
          },
        ]}
      />
    </>
  );
}
