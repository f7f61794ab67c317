import { setTimeout as sleep } from 'node:timers/promises';
import type { Kernel } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { claimDue, hasActive } from './claim.store.ts';
import { QueueSender } from './send-queue.service.ts';

// How many webhooks one process sends to concurrently: each may take ten seconds to answer.
const workerCount = 8;

// How often to poll without being woken: for retries that are due, and for claims of dead processes. Milliseconds.
const pollMs = 1000;

// After each poll, wake-ups are coalesced for this long. Milliseconds.
const gatherMs = 200;

// How long in-flight attempts may take at shutdown, which may take ten seconds in all. Milliseconds.
const cutMs = 3000;

const caller = systemCaller('webhook');

/** Sends queued messages in this process; other processes may do the same. */
class WebhookSender {
  private readonly kernel: Kernel;
  private readonly sending = new Map<number, Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly cutting = new AbortController();
  private readonly queues: QueueSender;
  private wake = () => {};
  private running: Promise<void> | undefined;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    this.queues = new QueueSender(kernel, { stop: this.stopping.signal, cut: this.cutting.signal });
  }

  /** Wakes the sender: there may be something to send. */
  poll(): void {
    this.running ??= this.run();
    this.wake();
  }

  /** Ends after the in-flight attempts; those that take too long are repeated later. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    const cut = setTimeout(() => this.cutting.abort(), cutMs);
    await this.running;
    await Promise.all(this.sending.values());
    clearTimeout(cut);
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const woken = Promise.withResolvers<void>();
      this.wake = woken.resolve;
      await this.begin().catch(this.kernel.jobs.onError);
      await sleep(gatherMs, undefined, { signal, ref: false }).catch(() => undefined);
      await Promise.race([woken.promise, sleep(pollMs, undefined, { signal, ref: false }).catch(() => undefined)]);
    }
  }

  /** Starts sending for webhooks that are due, as far as places are free. */
  private async begin(): Promise<void> {
    const { work, changes, maintenance } = this.kernel;
    if (maintenance.isOn) return;
    const free = workerCount - this.sending.size;
    if (free <= 0) return;
    if (!(await work.read(caller, hasActive))) return;
    const latest = await changes.latest();
    const claim = crypto.randomUUID();
    for (const whIdx of await work.write(caller, (ctx) => claimDue(ctx, claim, latest, free))) {
      const sent = this.queues
        .send(whIdx, claim)
        .catch(this.kernel.jobs.onError)
        .finally(() => {
          this.sending.delete(whIdx);
          this.wake();
        });
      this.sending.set(whIdx, sent);
    }
  }
}

/** Sends webhooks while the product runs, from the first wake-up, when the product starts to listen to changes. */
export function sendWebhooks(kernel: Kernel): void {
  const sender = new WebhookSender(kernel);
  kernel.changes.onWake(() => sender.poll());
  kernel.app.addHook('preClose', () => sender.stop());
}
