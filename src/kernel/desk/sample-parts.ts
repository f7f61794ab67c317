import type { Context } from '../work/context.ts';

/** What a feature adds to the sample library, with its own services, in the transaction that creates the library. */
export interface SamplePart {
  /** `ids` are those of the records that the library begins with. */
  load(ctx: Context, ids: readonly string[]): Promise<void>;
  /** Removes what `load` created, as far as it still exists. */
  remove(ctx: Context, ids: readonly string[]): Promise<void>;
}

/** The registry of what the sample library has besides these records, in dependency order: removed in reverse order. */
export class SampleParts {
  private readonly parts: SamplePart[] = [];

  add(part: SamplePart): void {
    this.parts.push(part);
  }

  async load(ctx: Context, ids: readonly string[]): Promise<void> {
    for (const part of this.parts) await part.load(ctx, ids);
  }

  async remove(ctx: Context, ids: readonly string[]): Promise<void> {
    for (const part of this.parts.toReversed()) await part.remove(ctx, ids);
  }
}
