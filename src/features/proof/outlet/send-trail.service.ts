import type { TrailReceiver } from '#kernel/config/config.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { type Sender, type SenderSignals, sendWhileRunning } from '#kernel/mount/sender.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { eventOf } from './outlet-event.rules.ts';
import { claimOutlet, endOutlet, findReach, findSealed, noteFailed, noteSent } from './outlet.store.ts';
import { give, reasonOf } from './receiver.ts';

// One delivery: an entry may have megabytes.
const most = { rows: 500, bytes: 4 << 20 };

const caller = systemCaller('proof');

/** Sends sealed rows in their order; other processes may do the same, and only one of them does at a time. */
class TrailSender implements Sender {
  private readonly kernel: Kernel;
  private readonly receiver: TrailReceiver;
  private readonly signals: SenderSignals;
  private running: Promise<void> | undefined;

  constructor(kernel: Kernel, receiver: TrailReceiver, signals: SenderSignals) {
    this.kernel = kernel;
    this.receiver = receiver;
    this.signals = signals;
  }

  inFlight(): Iterable<Promise<void>> {
    return this.running ? [this.running] : [];
  }

  async begin(): Promise<void> {
    const { work, maintenance, jobs } = this.kernel;
    if (maintenance.isOn || this.running) return;
    const claim = crypto.randomUUID();
    const claimed = await work.write(caller, (ctx) => claimOutlet(ctx, claim));
    if (!claimed) return;
    this.running = this.send(claim, claimed.cursor)
      .catch(jobs.onError)
      .finally(() => {
        this.running = undefined;
      });
  }

  /** Sends all there is. What the receiver took twice, because a process died in between, has the same `metadata.uid`. */
  private async send(claim: string, from: number): Promise<void> {
    const { work } = this.kernel;
    for (let cursor = from; !this.signals.stop.aborted; ) {
      const { rows, reach } = await work.read(
        caller,
        async (ctx) => {
          const { rows: found, isCut } = await findSealed(ctx, cursor, most);
          return { rows: found, reach: (isCut && found.at(-1)?.number) || (await findReach(ctx, cursor, most.rows)) };
        },
        { snapshot: true },
      );
      if (reach <= cursor) break;
      const lines = rows.map((row) => `${JSON.stringify(eventOf(row))}\n`).join('');
      try {
        if (lines !== '') await give(this.receiver, lines, this.signals.cut);
      } catch (error) {
        await work.write(caller, (ctx) => noteFailed(ctx, claim, reasonOf(error)));
        return;
      }
      cursor = reach;
      if (!(await work.write(caller, (ctx) => noteSent(ctx, claim, reach)))) return;
    }
    await work.write(caller, (ctx) => endOutlet(ctx, claim));
  }
}

/** Sends the trail to the receiver that is configured, if any, while the product runs. */
export function sendTrail(kernel: Kernel): void {
  const { trail } = kernel.config;
  if (trail) sendWhileRunning(kernel, (signals) => new TrailSender(kernel, trail, signals));
}
