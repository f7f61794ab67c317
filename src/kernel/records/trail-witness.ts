import type { Context } from '../work/context.ts';

/** Learns, in the same transaction, what the product itself does to rows of the trail that are there already. */
export interface TrailWitness {
  /** These rows have a pseudonym in place of a learner's ID. */
  rewritten(ctx: Context, auditIdxs: readonly number[]): Promise<void>;
  /** Rows up to this number were removed, as far as they were old enough. */
  removed(ctx: Context, upTo: number): Promise<void>;
}

/** Those who want to learn it; features add themselves. */
export class TrailWitnesses implements TrailWitness {
  private readonly all: TrailWitness[] = [];

  add(witness: TrailWitness): void {
    this.all.push(witness);
  }

  async rewritten(ctx: Context, auditIdxs: readonly number[]): Promise<void> {
    for (const witness of this.all) await witness.rewritten(ctx, auditIdxs);
  }

  async removed(ctx: Context, upTo: number): Promise<void> {
    for (const witness of this.all) await witness.removed(ctx, upTo);
  }
}
