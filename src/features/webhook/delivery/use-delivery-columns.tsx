import { openFragment } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import type { Column } from '#ui/table/data-table.tsx';
import type { DeliveryRow } from '../webhook.contract.ts';
import type { WebhookWords } from '../webhook.messages.ts';
import { webhookHref } from '../webhook.rules.ts';
import { DeliveryStateMark, useWebhookTexts } from '../webhook-texts.tsx';
import { useReplay } from './use-replay.ts';

/** The columns of deliveries. */
export function useDeliveryColumns(whIdx: number): Column<DeliveryRow>[] {
  const t = useT<WebhookWords>();
  const format = useFormat();
  const act = useAct();
  const replay = useReplay(whIdx);
  const { changeText, problemText } = useWebhookTexts();
  const hrefOf = ({ del_idx }: DeliveryRow) => `${webhookHref(whIdx)}/delivery/${del_idx}`;
  return [
    {
      key: 'change',
      label: t('webhook.field_change'),
      align: 'lead',
      render: (row) => (
        <a
          href={hrefOf(row)}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            act(async () => void (await openFragment(hrefOf(row))));
          }}
        >
          {changeText(row)}
        </a>
      ),
    },
    { key: 'state', label: t('webhook.field_state'), render: ({ state }) => <DeliveryStateMark state={state} /> },
    {
      key: 'status',
      label: t('webhook.field_status'),
      align: 'cut',
      render: ({ status, problem }) => status ?? problemText(problem) ?? '—',
    },
    {
      key: 'duration',
      label: t('webhook.field_duration'),
      align: 'number',
      render: ({ duration_ms: count }) => (count === null ? '—' : t('webhook.milliseconds', { count })),
    },
    {
      key: 'attempts',
      label: t('webhook.field_attempts'),
      align: 'number',
      render: ({ attempts }) => format.number(attempts),
    },
    {
      key: 'time',
      label: t('webhook.field_time'),
      align: 'number',
      aside: true,
      render: ({ sent_at, created_at }) => format.dateTime(sent_at || created_at),
    },
    {
      key: 'actions',
      label: t('common.actions'),
      align: 'actions',
      render: (row) =>
        row.state !== 'waiting' && (
          <Button
            variant="quiet"
            aria-label={`${t('webhook.again')}: ${changeText(row)}`}
            onClick={() => replay({ del_idx: row.del_idx })}
          >
            {t('webhook.again')}
          </Button>
        ),
    },
  ];
}
