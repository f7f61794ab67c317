import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnreachable } from '../db/failures.ts';

// How often a replica that does not answer is asked again. Milliseconds.
const probeEveryMs = 500;

/** Whether the replica answers. While it does not, what would be read from it is read from the primary. */
export class Replica {
  private readonly answers: () => Promise<boolean>;
  private away = false;
  private closed = false;

  /** `answers` asks it on a connection of its own, so that a busy pool does not count as an outage. */
  constructor(answers: () => Promise<boolean>) {
    this.answers = answers;
  }

  get isAway(): boolean {
    return this.away;
  }

  /** Whether a read failed because no server of the replica answers; it is then asked again until one does. */
  async isLost(error: unknown): Promise<boolean> {
    if (this.away) return true;
    if (!(error instanceof DatabaseUnreachable) || (await this.answers())) return false;
    if (!this.away) void this.untilBack();
    return true;
  }

  close(): void {
    this.closed = true;
  }

  private async untilBack(): Promise<void> {
    this.away = true;
    while (!this.closed && this.away) {
      await sleep(probeEveryMs, undefined, { ref: false });
      this.away = !(await this.answers());
    }
  }
}
