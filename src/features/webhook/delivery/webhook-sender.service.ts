import type { Kernel } from '#kernel/mount/feature.ts';
import { type Sender, type SenderSignals, sendWhileRunning } from '#kernel/mount/sender.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { claimDue, hasActive } from './webhook-claim.store.ts';
import { QueueSender } from './send-queue.service.ts';

// How many webhooks one process sends to concurrently: each may take ten seconds to answer.
const workerCount = 8;

const caller = systemCaller('webhook');

/** Sends queued messages in this process; other processes may do the same. */
class WebhookSender implements Sender {
  private readonly kernel: Kernel;
  private readonly sending = new Map<number, Promise<void>>();
  private readonly queues: QueueSender;
  private readonly wake: () => void;

  constructor(kernel: Kernel, signals: SenderSignals, wake: () => void) {
    this.kernel = kernel;
    this.queues = new QueueSender(kernel, signals);
    this.wake = wake;
  }

  inFlight(): Iterable<Promise<void>> {
    return this.sending.values();
  }

  /** Starts sending for webhooks that are due, as far as places are free. */
  async begin(): Promise<void> {
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

/** Sends webhooks while the product runs. */
export const sendWebhooks = (kernel: Kernel): void =>
  sendWhileRunning(kernel, (signals, wake) => new WebhookSender(kernel, signals, wake));
