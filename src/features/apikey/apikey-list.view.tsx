import { useState } from 'react';
import { client } from '#client/api.ts';
import { confirm, notify, openFragment, showMadeHere } from '#client/dialogs.ts';
import { madeIn } from '#client/made.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { Text } from '#ui/kit/text.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { type Column, DataTable } from '#ui/table/data-table.tsx';
import type { apikeyApi } from './apikey.contract.ts';
import type { ApikeyWords } from './apikey.messages.ts';
import type { ListedKey } from './vend-key.read.ts';

const call = client<typeof apikeyApi>();

interface ApikeyListProps {
  rows: ListedKey[];
  /** Seconds, by the server's clock, which decides what has expired. */
  now: number;
  /** Whether there are pages of assistants. */
  hasAssistants: boolean;
}

/** The API keys: their purpose, expiry, and when each was last used. */
export default function ApikeyList({ rows: initial, now, hasAssistants }: ApikeyListProps) {
  const t = useT<ApikeyWords>();
  const { rows, create, edit, revoke } = useKeys(initial);
  const columns = useColumns({ now, hasAssistants }, { edit, revoke });
  const heading = t('apikey.heading');
  const action = { label: t('apikey.create'), onClick: create };
  return (
    <>
      <PageHead title={heading} {...(rows.length > 0 && { count: rows.length })} action={action} />
      {rows.length === 0 ? (
        <EmptyState text={t('apikey.empty')} />
      ) : (
        <DataTable
          caption={heading}
          columns={columns}
          rows={rows}
          keyOf={(row) => row.key_idx}
          path="/settings/keys"
          query={{}}
        />
      )}
    </>
  );
}

/** The keys on the screen, reloaded after each act. */
function useKeys(initial: ListedKey[]) {
  const t = useT<ApikeyWords>();
  const [rows, setRows] = useState(initial);
  const run = useAct();
  const refresh = async () => setRows((await call('GET /api/v1/api_key', {})).results);
  // Also when the dialog was closed by its close button: the key exists.
  const create = () =>
    run(async () => {
      const made = madeIn(await openFragment('/settings/keys/create'));
      await refresh();
      if (made) showMadeHere(made, t('common.made', { title: made.title }));
    });
  const revoke = ({ key_idx, name }: ListedKey) =>
    run(
      async () => {
        const question = { title: t('apikey.revoke_title', { name }), body: t('apikey.revoke_body') };
        if (!(await confirm({ ...question, agree: t('apikey.revoke'), danger: true }))) return;
        await call('DELETE /api/v1/api_key/:key_idx', { params: { key_idx } });
        await refresh();
        await notify({ message: t('apikey.revoked', { name }) });
      },
      t('apikey.revoke_failed', { name }),
    );
  const edit = ({ key_idx, name }: ListedKey) =>
    run(async () => {
      if (!(await openFragment(`/settings/keys/edit/${key_idx}`))) return;
      await refresh();
      await notify({ message: t('apikey.sells_saved', { name }) });
    });
  return { rows, create, edit, revoke };
}

/** What a key may do; of one that sells, also from what and how far it is. */
function Access({ row: { scope, vend, may } }: { row: ListedKey }) {
  const t = useT<ApikeyWords>();
  if (may)
    return (
      <>
        {t('apikey.scope_assistant')}
        <Text size="small" tone="soft">
          {may.map((right) => t(`apikey.may_${right}`)).join(', ')}
        </Text>
      </>
    );
  if (!vend) return t(`apikey.scope_${scope}`);
  return (
    <>
      {t('apikey.scope_vend')}: {vend.batches.map(({ title }) => title).join(', ')}
      <Text size="small" tone="soft">
        {t('apikey.sold', { drawn: vend.drawn, quota: vend.quota })}
      </Text>
    </>
  );
}

function useColumns(
  { now, hasAssistants }: Pick<ApikeyListProps, 'now' | 'hasAssistants'>,
  { edit, revoke }: Record<'edit' | 'revoke', (row: ListedKey) => void>,
): Column<ListedKey>[] {
  const t = useT<ApikeyWords>();
  const format = useFormat();
  const day = (seconds: number, none: string) =>
    seconds === 0 ? (
      <Text as="span" tone="soft">
        {none}
      </Text>
    ) : (
      <span title={format.dateTime(seconds)}>{format.date(seconds)}</span>
    );
  const expiry = ({ expires_at }: ListedKey) =>
    expires_at > 0 && expires_at <= now ? t('apikey.expired') : day(expires_at, t('apikey.never'));
  return [
    {
      key: 'name',
      label: t('apikey.name'),
      align: 'lead',
      render: (row) => (
        <b>{row.may && hasAssistants ? <a href={`/assistant/${row.key_idx}`}>{row.name}</a> : row.name}</b>
      ),
    },
    { key: 'prefix', label: t('apikey.prefix'), align: 'nowrap', render: (row) => <code>{row.prefix}…</code> },
    { key: 'scope', label: t('apikey.scope'), render: (row) => <Access row={row} /> },
    {
      key: 'created',
      label: t('apikey.created'),
      align: 'nowrap',
      aside: true,
      render: (row) => (
        <>
          <span title={format.dateTime(row.created_at)}>{format.date(row.created_at)}</span>
          <Text size="small" tone="soft">
            {row.created_by}
          </Text>
        </>
      ),
    },
    {
      key: 'used',
      label: t('apikey.used'),
      align: 'number',
      render: (row) => day(row.last_used_at, t('apikey.unused')),
    },
    { key: 'expires', label: t('apikey.expires'), align: 'number', render: expiry },
    {
      key: 'actions',
      label: t('common.actions'),
      align: 'actions',
      render: (row) => (
        <RowMenu
          label={`${t('common.more')}: ${row.name}`}
          items={[
            { label: t('apikey.use'), act: () => void openFragment(`/settings/keys/${row.key_idx}/use`) },
            ...(row.vend ? [{ label: t('common.edit'), act: () => edit(row) }] : []),
            { label: t('common.history'), act: () => void openFragment(`/audit/of/api_key/${row.key_idx}`) },
            { label: t('apikey.revoke'), danger: true, act: () => revoke(row) },
          ]}
        />
      ),
    },
  ];
}
