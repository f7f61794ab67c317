import { leaveWith, openFragment } from '#client/dialogs.ts';
import { madeIn } from '#client/made.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { type Column, DataTable } from '#ui/table/data-table.tsx';
import { LeadCell } from '#ui/table/lead-cell.tsx';
import type { WebhookRecord } from './webhook.contract.ts';
import type { WebhookWords } from './webhook.messages.ts';
import { webhookHome, webhookHref } from './webhook.rules.ts';
import { useWebhookTexts, WebhookStateMark } from './webhook-texts.tsx';

interface WebhookListProps {
  webhooks: WebhookRecord[];
  /** The number of kinds of changes. */
  kinds: number;
}

/** The webhooks: where changes are sent, and whether they arrive. */
export default function WebhookList({ webhooks, kinds }: WebhookListProps) {
  const t = useT<WebhookWords>();
  const run = useAct();
  const columns = useColumns(kinds);
  const heading = t('webhook.heading');
  const create = async () => {
    const made = madeIn(await openFragment(`${webhookHome}/create`));
    if (made) leaveWith(t('webhook.created'), webhookHref(Number(made.id)), made.undo);
  };
  const action = { label: t('webhook.create'), onClick: () => run(create) };
  return (
    <>
      <PageHead title={heading} {...(webhooks.length > 0 && { count: webhooks.length })} action={action} />
      {webhooks.length === 0 ? (
        <EmptyState text={t('webhook.empty')} />
      ) : (
        <DataTable
          caption={heading}
          columns={columns}
          rows={webhooks}
          keyOf={(row) => row.wh_idx}
          path={webhookHome}
          query={{}}
          rowsOpen
        />
      )}
    </>
  );
}

function useColumns(all: number): Column<WebhookRecord>[] {
  const t = useT<WebhookWords>();
  const format = useFormat();
  const { kindsText } = useWebhookTexts();
  return [
    {
      key: 'name',
      label: t('webhook.field_name'),
      align: 'lead',
      render: ({ wh_idx, name, url }) => <LeadCell href={webhookHref(wh_idx)} title={name} id={url} />,
    },
    { key: 'state', label: t('webhook.field_state'), render: ({ state }) => <WebhookStateMark state={state} /> },
    { key: 'kinds', label: t('webhook.field_kinds'), align: 'cut', render: (row) => kindsText(row, all) },
    {
      key: 'waiting',
      label: t('webhook.field_waiting'),
      align: 'number',
      render: ({ waiting }) => format.number(waiting),
    },
    {
      key: 'last',
      label: t('webhook.field_last'),
      align: 'number',
      aside: true,
      render: ({ last_sent_at: at }) => (at === 0 ? t('webhook.never') : format.dateTime(at)),
    },
  ];
}
