/** Runs tasks in parallel while their combined need fits a budget; others wait, in order. */
export class Budget {
  private free: number;
  private readonly total: number;
  private readonly waiting: { need: number; start: () => void }[] = [];

  constructor(total: number) {
    this.total = total;
    this.free = total;
  }

  /** Runs `act` once `need` is available; a need beyond the whole budget takes all of it. */
  async spend<T>(need: number, act: () => Promise<T>): Promise<T> {
    const share = Math.min(need, this.total);
    await new Promise<void>((start) => {
      this.waiting.push({ need: share, start });
      this.admit();
    });
    try {
      return await act();
    } finally {
      this.free += share;
      this.admit();
    }
  }

  private admit(): void {
    for (let [next] = this.waiting; next && next.need <= this.free; [next] = this.waiting) {
      this.free -= next.need;
      this.waiting.shift();
      next.start();
    }
  }
}
