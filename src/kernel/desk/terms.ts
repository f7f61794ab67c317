import { type HouseTerm, type TermReader, termReader } from '../text/house-terms.rules.ts';
import type { Context } from '../work/context.ts';

/** The registry of terms: the feature that has them says how they are read, those with texts check them. */
export class Terms {
  private list: ((ctx: Context) => Promise<readonly HouseTerm[]>) | undefined;

  /** Says where the terms are. Without this, texts are to say nothing. */
  listedBy(list: (ctx: Context) => Promise<readonly HouseTerm[]>): void {
    this.list = list;
  }

  /** Reads all terms, for the texts of one request. */
  async reader(ctx: Context): Promise<TermReader> {
    return termReader((await this.list?.(ctx)) ?? []);
  }
}
