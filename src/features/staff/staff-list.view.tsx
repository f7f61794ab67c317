import { useState } from 'react';
import { client } from '#client/api.ts';
import { confirm, notify, openFragment } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { PageHead } from '#ui/page/page-head.tsx';
import { type Column, DataTable } from '#ui/table/data-table.tsx';
import type { staffApi } from './staff.contract.ts';
import type { StaffWords } from './staff.messages.ts';
import type { StaffListRow } from './staff.store.ts';

const call = client<typeof staffApi>();

interface StaffListProps {
  rows: StaffListRow[];
  /** The account of whoever looks. */
  own: number;
}

/** Every account, and what can be done with it. */
export default function StaffList({ rows: initial, own }: StaffListProps) {
  const t = useT<StaffWords>();
  const { rows, openDialog, setDisabled } = useAccounts(initial);
  const columns: Column<StaffListRow>[] = [
    { key: 'staff_id', label: t('staff.id'), render: (row) => <b>{row.staff_id}</b> },
    {
      key: 'name',
      label: t('staff.name'),
      render: (row) => (row.staff_idx === own ? `${row.name} (${t('staff.you')})` : row.name),
    },
    { key: 'is_admin', label: t('staff.admin'), render: (row) => t(row.is_admin ? 'common.yes' : 'common.no') },
    {
      key: 'state',
      label: t('staff.state'),
      align: 'nowrap',
      render: (row) => t(row.disabled ? 'staff.disabled' : 'staff.enabled'),
    },
    { key: 'sessions', label: t('staff.sessions'), align: 'number', render: (row) => row.sessions },
    {
      key: 'actions',
      label: t('common.actions'),
      align: 'actions',
      render: (row) => <RowActions row={row} own={row.staff_idx === own} onOpen={openDialog} onDisable={setDisabled} />,
    },
  ];
  const create = { label: t('staff.create'), onClick: () => openDialog('/staff/create', t('staff.created')) };
  const heading = t('staff.heading');
  return (
    <>
      <PageHead title={heading} count={rows.length} action={create} />
      <DataTable
        caption={heading}
        columns={columns}
        rows={rows}
        keyOf={(row) => row.staff_idx}
        path="/staff"
        query={{}}
      />
    </>
  );
}

/** The accounts on the screen, read anew after each act. */
function useAccounts(initial: StaffListRow[]) {
  const t = useT<StaffWords>();
  const [rows, setRows] = useState(initial);
  const run = useAct();
  const refresh = async (message?: string) => {
    setRows((await call('GET /api/v1/staff', {})).results);
    if (message !== undefined) await notify({ message });
  };
  // A dialog closed after its act shows no message, but the list must still be right.
  const openDialog = (url: string, done?: string) =>
    run(async () => refresh((await openFragment(url)) ? done : undefined));
  const setDisabled = (row: StaffListRow, disabled: boolean) =>
    run(async () => {
      const title = t('staff.disable_title', { name: row.name });
      const question = { title, body: t('staff.disable_body'), agree: t('staff.disable'), danger: true };
      if (disabled && !(await confirm(question))) return;
      const { staff_idx, version } = row;
      await call('PUT /api/v1/staff/:staff_idx', { params: { staff_idx }, body: { disabled, version } });
      await refresh(t(disabled ? 'staff.disabled_done' : 'staff.enabled_done'));
    });
  return { rows, openDialog, setDisabled };
}

interface RowActionsProps {
  row: StaffListRow;
  own: boolean;
  onOpen: (url: string, done?: string) => void;
  onDisable: (row: StaffListRow, disabled: boolean) => void;
}

function RowActions({ row, own, onOpen, onDisable }: RowActionsProps) {
  const t = useT<StaffWords>();
  const idx = row.staff_idx;
  const rowButton = (label: string, onClick: () => void) => (
    <button type="button" className={button.quiet} onClick={onClick} aria-label={`${label}: ${row.staff_id}`}>
      {label}
    </button>
  );
  return (
    <>
      {rowButton(t('CMN-06'), () => onOpen(`/staff/update/${idx}`, t('staff.saved')))}
      {!own && rowButton(t('staff.reset'), () => onOpen(`/staff/password/${idx}`, t('staff.reset_done')))}
      {rowButton(t(row.disabled ? 'staff.enable' : 'staff.disable'), () => onDisable(row, !row.disabled))}
      {rowButton(t('staff.sessions'), () => onOpen(`/staff/sessions/${idx}`))}
      {rowButton(t('common.history'), () => void openFragment(`/audit/of/staff/${encodeURIComponent(row.staff_id)}`))}
    </>
  );
}
