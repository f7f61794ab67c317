import { spreadWait } from '#kernel/jobs/waits.rules.ts';

/** The entity of webhooks in audit and change rows. */
export const webhookEntity = 'webhook';

/** What webhooks can be sent beside the kinds of changes that portals know. */
export const officeKinds = ['code.batch_issued', 'code.changed', 'registration.created', 'release.failed'] as const;

/** Seconds from each failure to the next attempt: soon at first, then rarely, a day in all. */
export const retrySeconds = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 29_445] as const;

/** The longest wait that a receiver can ask for, equal to our own longest. Seconds. */
export const longestRetryAfter = Math.max(...retrySeconds);

const dayMs = 86_400_000;

/** Failures in a row: how many, since when, and the seconds the receiver asked to wait; 0 if not given. */
interface Failing {
  failures: number;
  since: Date;
  retryAfter: number;
}

/**
 * The time of the next attempt; null once a day has passed. Spread, so that many webhooks of one receiver are not retried
 * all at once.
 */
export function nextAttempt({ failures, since, retryAfter }: Failing, now: Date, chance = Math.random()): Date | null {
  const ours = retrySeconds[failures - 1];
  if (ours === undefined || now.getTime() - since.getTime() >= dayMs) return null;
  const wait = Math.max(ours, Math.min(retryAfter, longestRetryAfter));
  return new Date(now.getTime() + spreadWait(wait, chance) * 1000);
}

/** How long deliveries are kept, to be listed and sent again. Days. */
export const retentionDays = 14;

/** How long the old secret signs messages alongside a new one. Hours. */
export const overlapHours = 24;

/** The states of a webhook. */
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
