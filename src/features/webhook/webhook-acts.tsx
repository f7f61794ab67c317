import { client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { leaveWith, openFragment, reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { WebhookRecord, webhookApi } from './webhook.contract.ts';
import type { WebhookWords } from './webhook.messages.ts';
import { webhookHome, webhookHref } from './webhook.rules.ts';
import { useWebhookTexts } from './webhook-texts.tsx';

const call = client<typeof webhookApi>();

/** The actions for a webhook as a whole. */
export function WebhookActs({ webhook }: { webhook: WebhookRecord }) {
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
    if (deleted) leaveWith(t('webhook.deleted'), webhookHome);
  };
  const test = async () => {
    const { results } = await call('POST /api/v1/webhook/:wh_idx/test', { params });
    if (!results.delivered) {
      const status = results.status === null ? '' : ` (${results.status})`;
      throw new Error(`${problemText(results.problem)}${status}`);
    }
    reloadWith(t('webhook.test_done', { count: results.duration_ms }));
  };
  const open = (place: string) => act(async () => void ((await openFragment(place)) && location.reload()));
  return (
    <>
      <button type="button" className={button.danger} onClick={() => act(remove, t('webhook.delete_failed'))}>
        {t('common.delete')}
      </button>
      <button type="button" className={button.button} onClick={() => open(`${webhookHref(wh_idx)}/secret`)}>
        {t('webhook.new_secret')}
      </button>
      <button type="button" className={button.button} onClick={() => act(test, t('webhook.test_failed'))}>
        {t('webhook.test')}
      </button>
      <button type="button" className={button.primary} onClick={() => open(`${webhookHref(wh_idx)}/update`)}>
        {t('common.edit')}
      </button>
    </>
  );
}
