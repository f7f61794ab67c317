import { client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { leaveWith, openFragment, reloadWith } from '#client/dialogs.ts';
import type { Page } from '#kernel/db/paging.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { Note } from '#ui/kit/note.tsx';
import { useDueRefresh } from '#ui/page/use-due-refresh.ts';
import { RecordBar } from '#ui/record/record-bar.tsx';
import { RecordHero } from '#ui/record/record-hero.tsx';
import { selectField, useFilters } from '#ui/table/filter-controls.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { useDeliveryColumns } from './delivery/use-delivery-columns.tsx';
import { useReplay } from './delivery/use-replay.ts';
import type { DeliveryRow, WebhookRecord, webhookApi } from './webhook.contract.ts';
import type { WebhookWords } from './webhook.messages.ts';
import { type DeliveryState, deliveryStates, webhookHome, webhookHref } from './webhook.rules.ts';
import { useWebhookTexts, WebhookStateMark } from './webhook-texts.tsx';

interface WebhookDetailProps {
  webhook: WebhookRecord;
  deliveries: Page<DeliveryRow>;
  /** The filter of the deliveries. */
  state: DeliveryState | undefined;
  paging: { size: number; limit: number };
  /** The number of kinds of changes. */
  kinds: number;
  /** Seconds. */
  now: number;
}

/** A webhook: its address, its state, and its deliveries. */
export default function WebhookDetail({ webhook, deliveries, state, paging, kinds, now }: WebhookDetailProps) {
  const t = useT<WebhookWords>();
  const { wh_idx, name, url } = webhook;
  const path = webhookHref(wh_idx);
  const options = deliveryStates.map((value) => ({ value, label: t(`webhook.delivery_${value}`) }));
  const filters = useFilters({ state }, { state: selectField(t('webhook.field_state'), options) });
  useDueRefresh(now, sendingTimes(webhook, now));
  return (
    <>
      <RecordBar crumbs={[{ label: t('webhook.heading'), href: webhookHome }]} steps={null} hrefOf={webhookHref} />
      <RecordHero
        state={<WebhookStateMark state={webhook.state} />}
        title={name}
        line={<code>{url}</code>}
        facts={useFacts(webhook, kinds)}
        acts={<WebhookActs webhook={webhook} />}
        found={{ detail: url, href: path, kind: t('webhook.kind'), icon: 'publish' }}
      />
      <Trouble webhook={webhook} />
      <h2>{t('webhook.deliveries')}</h2>
      <ListScreen
        title={t('webhook.deliveries')}
        isPart
        path={path}
        query={{ state }}
        filters={filters}
        found={deliveries}
        paging={paging}
        columns={useDeliveryColumns(wh_idx)}
        keyOf={(row) => row.del_idx}
        empty={<EmptyState text={t('webhook.no_deliveries')} />}
      />
    </>
  );
}

/** The times of the next attempts: waiting deliveries are sent at once, or with the next retry. */
function sendingTimes({ state, waiting, next_at }: WebhookRecord, now: number): number[] {
  if (state === 'retrying') return [next_at];
  return state === 'active' && waiting > 0 ? [now + 1] : [];
}

function useFacts(webhook: WebhookRecord, kinds: number) {
  const t = useT<WebhookWords>();
  const format = useFormat();
  const { kindsText } = useWebhookTexts();
  const { waiting, last_sent_at: last, old_secret_until: until, updated_by: name } = webhook;
  return [
    { label: t('webhook.field_kinds'), value: kindsText(webhook, kinds) },
    { label: t('webhook.field_waiting'), value: format.number(waiting) },
    { label: t('webhook.field_last'), value: last === 0 ? t('webhook.never') : format.dateTime(last) },
    { label: t('webhook.secret_until'), value: until === 0 ? null : format.dateTime(until) },
    {
      label: t('webhook.field_updated'),
      value: t('webhook.changed_by', { time: format.dateTime(webhook.updated_at), name: name ?? '—' }),
    },
  ];
}

/** What is wrong, and what can be done about it. */
function Trouble({ webhook: { wh_idx, state, failing_since: since, next_at: next } }: { webhook: WebhookRecord }) {
  const t = useT<WebhookWords>();
  const format = useFormat();
  const replay = useReplay(wh_idx);
  const time = format.dateTime(since);
  if (state === 'retrying')
    return <Note tone="warn">{t('webhook.retrying_note', { time, next: format.dateTime(next) })}</Note>;
  if (state !== 'stopped') return null;
  return (
    <Note tone="problem">
      <p>{t('webhook.stopped_note', { time })}</p>
      <Button onClick={() => replay({ since })}>{t('webhook.send_missed')}</Button>
    </Note>
  );
}

const call = client<typeof webhookApi>();

/** The actions for a webhook as a whole. */
function WebhookActs({ webhook }: { webhook: WebhookRecord }) {
  const t = useT<WebhookWords>();
  const act = useAct();
  const { problemText } = useWebhookTexts();
  const { wh_idx, name } = webhook;
  const params = { wh_idx };
  const remove = async () => {
    const question = { title: `${t('common.delete')}: ${name}`, body: t('CMN-18'), agree: t('common.delete') };
    const deleted = await askToDelete({ of: 'webhook', id: wh_idx, ...question }, () =>
      call('DELETE /api/v1/webhook/:wh_idx', { params }),
    );
    if (deleted) leaveWith(t('webhook.deleted'), webhookHome, deleted.results.act_idx);
  };
  const test = async () => {
    const { results } = await call('POST /api/v1/webhook/:wh_idx/test', { params });
    if (!results.delivered) {
      const status = results.status === null ? '' : ` (${results.status})`;
      throw new Error(`${problemText(results.problem)}${status}`);
    }
    reloadWith(t('webhook.test_done', { count: results.duration_ms }));
  };
  const open = (href: string) => act(async () => void ((await openFragment(href)) && location.reload()));
  return (
    <>
      <RowMenu
        label={t('common.more')}
        items={[
          { label: t('webhook.new_secret'), act: () => open(`${webhookHref(wh_idx)}/secret`) },
          { label: t('common.delete'), danger: true, act: () => act(remove, t('webhook.delete_failed')) },
        ]}
      />
      <Button onClick={() => act(test, t('webhook.test_failed'))}>{t('webhook.test')}</Button>
      <Button variant="primary" onClick={() => open(`${webhookHref(wh_idx)}/update`)}>
        {t('common.edit')}
      </Button>
    </>
  );
}
