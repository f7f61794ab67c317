import type { Context } from './context.ts';

/** One result of the command palette. */
export interface PaletteHit {
  label: string;
  /** What distinguishes it from similar records: an id, a series. */
  detail: string;
  href: string;
  /** The message key of its kind. */
  kind: string;
}

export type PaletteFinder = (ctx: Context, text: string) => Promise<PaletteHit[]>;

/** The register of record finders behind Ctrl/Cmd-K. */
export class Palette {
  private readonly finders: PaletteFinder[] = [];

  add(finder: PaletteFinder): void {
    this.finders.push(finder);
  }

  async find(ctx: Context, text: string): Promise<PaletteHit[]> {
    const found = await Promise.all(this.finders.map((finder) => finder(ctx, text)));
    return found.flat();
  }
}
