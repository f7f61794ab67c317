import type { Context } from './context.ts';

/** The books that the sample library begins with. */
export interface SampleBooks {
  bids: readonly string[];
}

/** What a feature adds to the sample library: made of its own services, in the transaction that makes the books. */
export interface SamplePart {
  load(ctx: Context, books: SampleBooks): Promise<void>;
  /** Removes what `load` made and is still there. */
  remove(ctx: Context, books: SampleBooks): Promise<void>;
}

/** The register of what the sample library has beside its books, in order of dependence: removed the other way round. */
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
