import { AppError } from './errors.ts';

/** Called with the number of tasks ahead whenever it changes; 0 once its turn has come. */
export type OnPlace = (ahead: number) => void;

interface Waiting {
  begin: () => void;
  onPlace: OnPlace | undefined;
}

// More waiting tasks than this could not be served in time.
const longest = 100;

/** Limits how many tasks run at a time in this process; the others queue in order of arrival. */
export class WaitingLine {
  private readonly places: number;
  private taken = 0;
  private readonly waiting: Waiting[] = [];

  constructor(places: number) {
    this.places = places;
  }

  /** Runs `act` when its turn comes. Throws AppError 503 if the queue is too long. */
  async run<T>(act: () => Promise<T>, onPlace?: OnPlace): Promise<T> {
    if (this.taken < this.places) this.taken += 1;
    else await this.wait(onPlace);
    try {
      return await act();
    } finally {
      this.leave();
    }
  }

  private wait(onPlace: OnPlace | undefined): Promise<void> {
    if (this.waiting.length >= longest) throw new AppError(503, 'error.busy');
    return new Promise((begin) => {
      this.waiting.push({ begin, onPlace });
      onPlace?.(this.waiting.length);
    });
  }

  /** Hands the slot directly to the next in the queue, without freeing it in between. */
  private leave(): void {
    const next = this.waiting.shift();
    if (!next) {
      this.taken -= 1;
      return;
    }
    for (const [index, { onPlace }] of this.waiting.entries()) onPlace?.(index + 1);
    next.onPlace?.(0);
    next.begin();
  }
}
