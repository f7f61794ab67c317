import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { Replay, webhookApi } from '../webhook.contract.ts';
import type { WebhookWords } from '../webhook.messages.ts';

const call = client<typeof webhookApi>();

/** Queues deliveries of a webhook again and shows the page with them. `isSure` may cancel it. */
export function useReplay(whIdx: number): (which: Replay, isSure?: () => Promise<boolean>) => void {
  const t = useT<WebhookWords>();
  const act = useAct();
  return (which, isSure = async () => true) =>
    act(async () => {
      if (!(await isSure())) return;
      const { results } = await call('POST /api/v1/webhook/:wh_idx/replay', { params: { wh_idx: whIdx }, body: which });
      reloadWith(t('webhook.again_done', { count: results.count }));
    }, t('webhook.again_failed'));
}
