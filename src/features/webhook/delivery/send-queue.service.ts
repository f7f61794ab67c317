import { type PortalKind, portalChangesOf, portalKinds } from '#features/portal/portal-changes.public.ts';
import type { Change } from '#kernel/changes/change-feed.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { SenderSignals } from '#kernel/mount/sender.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { nextAttempt, webhookEntity } from '../webhook.rules.ts';
import { signedHeaders } from '../webhook-secret.service.ts';
import { lockClaimed, type SendingWebhook, updateProgress, webhookClaims } from './webhook-claim.store.ts';
import { codeMessages, countRegistrations, queueRegistrations } from './code-messages.store.ts';
import { type Outcome, post, unsigned } from './post.service.ts';
import {
  firstWaiting,
  type Message,
  messageOf,
  newMessage,
  noteAttempt,
  queueMessages,
} from './webhook-delivery.store.ts';

const caller = systemCaller('webhook');
const batchSize = 250;

interface Sent {
  del_idx: number;
  outcome: Outcome;
}

/** The next step: send the first message of the queue, or look for new changes. */
type Step =
  | { webhook: SendingWebhook; message: Message & { del_idx: number }; at: Date }
  | { webhook: SendingWebhook; message: undefined };

// As in Standard Webhooks: the receiver is gone for good and wants no further attempts.
const gone = 410;

/**
 * Sends the queue of one webhook in order, each message only after the previous one was accepted. The outcome of an
 * attempt is recorded after it: if the process dies in between, the message is sent again with the same id.
 */
export class QueueSender {
  private readonly kernel: Kernel;
  private readonly signals: SenderSignals;

  constructor(kernel: Kernel, signals: SenderSignals) {
    this.kernel = kernel;
    this.signals = signals;
  }

  /** Sends until the queue is empty, an attempt fails, or the process stops; then ends the claim on the webhook. */
  async send(whIdx: number, claim: string): Promise<void> {
    const { work } = this.kernel;
    let sent: Sent | undefined;
    try {
      for (;;) {
        const noted = sent;
        const step = await work.write(caller, (ctx) => nextStep(ctx, whIdx, claim, noted));
        sent = undefined;
        if (!step || this.signals.stop.aborted) return;
        if (step.message) {
          const outcome = await this.attempt(step);
          // It is unknown whether it arrived.
          if (!outcome.delivered && this.signals.cut.aborted) return;
          sent = { del_idx: step.message.del_idx, outcome };
        } else if (!(await this.collect(step.webhook, claim))) return;
      }
    } finally {
      await work.write(caller, (ctx) => webhookClaims.end(ctx, claim, whIdx));
    }
  }

  private async attempt({ webhook, message, at }: Extract<Step, { at: Date }>): Promise<Outcome> {
    const { config } = this.kernel;
    const headers = await signedHeaders(config, webhook, { ...message, at });
    if (!headers) return unsigned;
    return post(
      webhook.url,
      { headers, body: message.payload },
      { allowPrivate: config.webhookPrivate, signal: this.signals.cut },
    );
  }

  /** Moves the cursor past new changes and queues their messages; returns false if the cursor is at the end. */
  private async collect({ wh_idx, cursor, kinds }: SendingWebhook, claim: string): Promise<boolean> {
    const { changes, work } = this.kernel;
    // Before the changes are read, so that none can be committed in between and skipped.
    const latest = await changes.latest();
    const found = await changes.after(cursor, batchSize).catch(async (error: unknown) => {
      // The changes in between are unknown: anything may have changed.
      if (error instanceof AppError && error.status === 410) return null;
      throw error;
    });
    // After a failover nothing may follow a cursor of the previous epoch, which still differs from the newest one.
    const last = found?.at(-1)?.cursor ?? latest;
    if (last === cursor) return false;
    return work.write(caller, async (ctx) => {
      if (!(await lockClaimed(ctx, wh_idx, claim))) return false;
      const named = found ? await portalChangesOf(ctx, found) : portalKinds.map((kind) => ({ kind, id: null }));
      const wanted = once(named.filter(({ kind }) => kinds.includes(kind)));
      const aboutCodes = codeMessages(ctx, found ?? [{ kind: 'code', id: null }]);
      await queueMessages(ctx, wh_idx, [
        ...wanted.map((change) => messageOf(ctx, `${change.kind}.changed`, change)),
        ...[...aboutCodes, ...releaseMessages(ctx, found ?? [])].filter(({ kind }) => kinds.includes(kind)),
      ]);
      if (kinds.includes('registration.created')) await countRegistrations(ctx, wh_idx, found ?? []);
      await updateProgress(ctx, wh_idx, { cursor: last });
      return true;
    });
  }
}

/** A record that changed several times is reported once: receivers fetch its current state. */
function once<T extends Pick<Change, 'id'> & { kind: PortalKind }>(changes: readonly T[]): T[] {
  return [...new Map(changes.map((change) => [`${change.kind} ${change.id}`, change])).values()];
}

/** Records the outcome of the last attempt and returns the next step; undefined if there is none. */
async function nextStep(ctx: Context, whIdx: number, claim: string, sent: Sent | undefined): Promise<Step | undefined> {
  const webhook = await lockClaimed(ctx, whIdx, claim);
  if (!webhook) return undefined;
  if (sent && !(await note(ctx, webhook, sent))) return undefined;
  if (!webhook.active || webhook.stopped_at !== null) return undefined;
  await queueRegistrations(ctx, whIdx);
  const message = await firstWaiting(ctx, whIdx);
  return message ? { webhook, message, at: ctx.now } : { webhook, message: undefined };
}

/** Records an outcome; returns whether sending continues. */
async function note(ctx: Context, webhook: SendingWebhook, { del_idx, outcome }: Sent): Promise<boolean> {
  if (outcome.delivered) {
    await noteAttempt(ctx, del_idx, outcome, 'delivered');
    if (webhook.failures > 0) {
      await updateProgress(ctx, webhook.wh_idx, { failures: 0, failing_since: null, next_at: null });
      ctx.changed(webhookEntity, webhook.wh_idx);
    }
    return true;
  }
  const failures = webhook.failures + 1;
  const failing_since = webhook.failing_since ?? ctx.now.toISOString();
  const failing = { failures, since: new Date(failing_since), retryAfter: outcome.retryAfter };
  const next = outcome.status === gone ? null : nextAttempt(failing, ctx.now);
  await noteAttempt(ctx, del_idx, outcome, next ? 'waiting' : 'failed');
  await updateProgress(ctx, webhook.wh_idx, {
    failures,
    failing_since,
    next_at: next?.toISOString() ?? null,
    ...(!next && { stopped_at: ctx.now.toISOString() }),
  });
  if (!next) {
    const { status, problem } = outcome;
    ctx.audit({ entity: webhookEntity, id: webhook.wh_idx, action: 'webhook.stopped', after: { status, problem } });
  }
  if (!next || failures === 1) ctx.changed(webhookEntity, webhook.wh_idx);
  return false;
}

/** The messages about releases that could not be applied at their time. */
const releaseMessages = (ctx: Context, changes: readonly Pick<Change, 'kind' | 'id'>[]): Message[] =>
  changes.flatMap(({ kind, id }) =>
    kind === 'release.failed' ? [newMessage(ctx, kind, { kind: 'release', id })] : [],
  );
