import type { Context } from '../work/context.ts';

/** The books of the sample library. */
interface SampleBooks {
  bids: readonly string[];
}

/** What a feature adds to the sample library, with its own services, in the transaction that creates the books. */
export interface SamplePart {
  load(ctx: Context, books: SampleBooks): Promise<void>;
  /** Removes what `load` created, as far as it still exists. */
  remove(ctx: Context, books: SampleBooks): Promise<void>;
}

/** The registry of what the sample library has besides books, in dependency order: removed in reverse order. */
export class SampleParts {
  private readonly parts: SamplePart[] = [];

  add(part: SamplePart): void {
    this.parts.push(part);
  }

  async load(ctx: Context, books: SampleBooks): Promise<void> {
    for (const part of this.parts) await part.load(ctx, books);
  }

  async remove(ctx: Context, books: SampleBooks): Promise<void> {
    for (const part of this.parts.toReversed()) await part.remove(ctx, books);
  }
}
