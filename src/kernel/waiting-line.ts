import { AppError } from './errors.ts';

/** Told how many stand before it, each time that changes; 0 once its turn has come. */
export type OnPlace = (ahead: number) => void;

interface Waiting {
  begin: () => void;
  onPlace: OnPlace | undefined;
}

// More than this have no hope of an answer in time.
const longest = 100;

/** Lets only so many acts run at a time in this process; the others wait in the order in which they came. */
export class WaitingLine {
  private readonly places: number;
  private taken = 0;
  private readonly waiting: Waiting[] = [];

  constructor(places: number) {
    this.places = places;
  }

  /** Runs `act` when its turn comes. Throws AppError 503 where the line is too long. */
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

  /** Hands the place to the next in line, who never gives it back in between. */
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
