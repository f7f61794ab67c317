import { Frame, Verbatim } from '#ui/kit/card.tsx';
import { confirm } from '#client/dialogs.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Acts } from '#ui/kit/layout.tsx';
import { RecordFields } from '#ui/record/record-fields.tsx';
import type { DeliveryRow } from '../webhook.contract.ts';
import type { WebhookWords } from '../webhook.messages.ts';
import { DeliveryStateMark, useWebhookTexts } from '../webhook-texts.tsx';
import { useReplay } from './use-replay.ts';

interface WebhookDeliveryProps {
  wh_idx: number;
  delivery: DeliveryRow & { payload: string; response: string | null };
}

/** One delivery: the message sent, and the answer received. */
export default function WebhookDelivery({ wh_idx, delivery }: WebhookDeliveryProps) {
  const t = useT<WebhookWords>();
  const { changeText } = useWebhookTexts();
  const replay = useReplay(wh_idx);
  const { del_idx, created_at, payload, response, attempts } = delivery;
  const askAll = () =>
    confirm({ title: t('webhook.since_title'), body: t('webhook.all_since_body'), agree: t('webhook.all_since') });
  return (
    <section>
      <h2>{changeText(delivery)}</h2>
      <RecordFields groups={useGroups(delivery)} />
      <h3>{t('webhook.sent')}</h3>
      <Frame>
        <Verbatim most={240}>{payload}</Verbatim>
      </Frame>
      {attempts > 0 && (
        <>
          <h3>{t('webhook.answer')}</h3>
          {response ? (
            <Frame>
              <Verbatim most={240}>{response}</Verbatim>
            </Frame>
          ) : (
            <p>{t(response === '' ? 'webhook.empty_answer' : 'webhook.no_answer')}</p>
          )}
        </>
      )}
      {delivery.state !== 'waiting' && (
        <Acts>
          <Button onClick={() => replay({ since: created_at }, askAll)}>{t('webhook.all_since')}</Button>
          <Button variant="primary" onClick={() => replay({ del_idx })}>
            {t('webhook.again')}
          </Button>
        </Acts>
      )}
    </section>
  );
}

function useGroups(delivery: WebhookDeliveryProps['delivery']) {
  const t = useT<WebhookWords>();
  const format = useFormat();
  const { problemText } = useWebhookTexts();
  const { duration_ms: count, sent_at, created_at, status, problem } = delivery;
  return [
    {
      label: t('webhook.field_delivery'),
      fields: [
        { label: t('webhook.field_state'), value: <DeliveryStateMark state={delivery.state} /> },
        { label: t('webhook.field_status'), value: status },
        { label: t('webhook.field_problem'), value: problemText(problem) },
        { label: t('webhook.field_duration'), value: count === null ? null : t('webhook.milliseconds', { count }) },
        { label: t('webhook.field_attempts'), value: format.number(delivery.attempts) },
        { label: t('webhook.field_time'), value: format.dateTime(sent_at || created_at) },
        { label: 'webhook-id', value: <code>{delivery.msg_id}</code> },
      ],
    },
  ];
}
