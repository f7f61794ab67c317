/** Seconds from each failure to the next attempt: soon at first, then rarely, a day in all. */
export const retrySeconds = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 29_445] as const;

/** When to try again after so many failures in a row; null once a day has passed. Up to a tenth later, so that many
 * webhooks of one receiver do not come back at once. */
export function nextAttempt(failures: number, now: Date, chance = Math.random()): Date | null {
  const wait = retrySeconds[failures - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait * 1000 * (1 + chance / 10));
}

/** How long deliveries are listed and can be sent again. Days. */
export const keptDays = 14;

/** How long the old secret signs beside a new one. Hours. */
export const overlapHours = 24;

/** What a webhook does at the moment. */
export const webhookStates = ['active', 'retrying', 'stopped', 'paused'] as const;
export type WebhookState = (typeof webhookStates)[number];

export function stateOf({
  active,
  stopped,
  failing,
}: {
  active: boolean;
  stopped: boolean;
  failing: boolean;
}): WebhookState {
  if (!active) return 'paused';
  if (stopped) return 'stopped';
  return failing ? 'retrying' : 'active';
}

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const webhookHome = '/settings/webhooks';
export const webhookHref = (whIdx: number | string) => `${webhookHome}/${whIdx}`;
