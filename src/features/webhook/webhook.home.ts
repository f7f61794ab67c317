import type { TaskFinder } from '#kernel/desk/home.ts';
import type { WebhookWords } from './webhook.messages.ts';
import { webhookHref } from './webhook.rules.ts';
import { listWebhooks } from './webhook.store.ts';

/** Webhooks that have stopped, whose receivers no longer hear of changes. */
export const stoppedTasks: TaskFinder = async (ctx) => {
  const t = ctx.translate<WebhookWords>();
  const stopped = (await listWebhooks(ctx)).filter(({ state }) => state === 'stopped');
  return stopped.map(({ wh_idx, name }) => ({
    kind: 'webhook.tasks_stopped',
    id: wh_idx,
    name,
    level: 'problem',
    title: t('webhook.task_stopped', { name }),
    line: t('webhook.task_stopped_line'),
    href: webhookHref(wh_idx),
    act: t('webhook.task_open'),
    deeds: [
      {
        label: t('webhook.restart'),
        call: `PUT /api/v1/webhook/${wh_idx}`,
        body: { active: true },
        done: t('webhook.restarted'),
      },
    ],
  }));
};
