import type { Context } from '../work/context.ts';
import { bestFirst } from './palette.rules.ts';

/** A record found by the finder. */
export interface PaletteHit {
  label: string;
  /** What distinguishes it from similar records: an id, a series. */
  detail: string;
  href: string;
  /** Another name, such as its bid: an exact match comes first. */
  id?: string;
}

/** A kind of record that the finder can search. */
export interface PaletteKind {
  /** The message key of its name. */
  kind: string;
  /** The name of its icon; see `ui/icon.tsx`. */
  icon: string;
  /** Returns a few matches, including the best. */
  find: (ctx: Context, text: string) => Promise<PaletteHit[]>;
}

/** An action offered by the finder: the message key of its name, its icon, and where to do it. */
export interface PaletteAct {
  key: string;
  icon: string;
  href: string;
  /** The message key of other words that people look for it by. */
  words?: string;
}

// The maximum number of records the finder shows.
const shown = 12;

/** The registry behind the finder, Ctrl K: a feature adds its kinds of records and its actions, one entry each. */
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

  /** Matching records of every kind, best first. */
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
