import type { Context } from './context.ts';
import { bestFirst } from './palette.rules.ts';

/** A record that the finder found. */
export interface PaletteHit {
  label: string;
  /** What distinguishes it from similar records: an id, a series. */
  detail: string;
  href: string;
  /** What else it is called by, such as its bid: found by exactly this, it is first. */
  id?: string;
}

/** A kind of record that the finder can find. */
export interface PaletteKind {
  /** The message key of its name. */
  kind: string;
  /** The name of its picture; see `ui/icon.tsx`. */
  icon: string;
  /** Answers a few matches, the best among them. */
  find: (ctx: Context, text: string) => Promise<PaletteHit[]>;
}

/** Something to do that the finder offers: the message key of its name, its picture, and where it is done. */
export interface PaletteAct {
  key: string;
  icon: string;
  href: string;
}

// How many records the finder shows in all.
const shown = 12;

/** The register behind the finder, Ctrl K: a feature adds its kind of records, and what can be done, by one entry each. */
export class Palette {
  private readonly kinds: PaletteKind[] = [];
  private readonly done: PaletteAct[] = [];

  add(kind: PaletteKind): void {
    this.kinds.push(kind);
  }

  addAct(act: PaletteAct): void {
    this.done.push(act);
  }

  get acts(): readonly PaletteAct[] {
    return this.done;
  }

  /** The records that match, of every kind, best first. */
  async find(ctx: Context, text: string) {
    const found = await Promise.all(
      this.kinds.map(async ({ kind, icon, find }) => {
        const hits = await find(ctx, text);
        return hits.map((hit) => ({ ...hit, kind: ctx.text(kind), icon }));
      }),
    );
    const best = bestFirst(text, found.flat(), ({ label, id }) => (id === undefined ? [label] : [label, id]));
    return best.slice(0, shown).map(({ label, detail, href, kind, icon }) => ({ label, detail, href, kind, icon }));
  }
}
