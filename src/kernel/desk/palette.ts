import type { FinderAct, FoundRecord } from '../records/found-records.ts';
import type { Context } from '../work/context.ts';
import { bestFirst } from './palette.rules.ts';

// The maximum number of records the finder shows.
const shown = 12;

interface Declared {
  readonly all: readonly (FoundRecord & { label: string })[];
}

/** What the finder, Ctrl K, offers to do. */
export const actsOf = ({ all }: Declared): FinderAct[] => all.flatMap(({ acts }) => acts ?? []);

type Finding = 'by' | 'near';

/** Matching records of every kind, best first. */
export async function findRecords(ctx: Context, declared: Declared, text: string) {
  const found = await hitsOf(ctx, declared, text, 'by');
  const best = bestFirst(text, found, ({ label, id }) => (id === undefined ? [label] : [label, id]));
  return best.slice(0, shown).map(resultOf);
}

// Too few letters come near too much.
const shortest = 4;

/** The records that come near a text that nothing is called, nearest of each kind in turn. */
export async function findNearRecords(ctx: Context, declared: Declared, text: string) {
  if (text.length < shortest) return [];
  return (await hitsOf(ctx, declared, text, 'near')).slice(0, shown).map(resultOf);
}

async function hitsOf(ctx: Context, { all }: Declared, text: string, how: Finding) {
  const found = await Promise.all(
    all.map(async ({ label, find }) => {
      const hits = (await find?.[how]?.(ctx, text)) ?? [];
      return hits.map((hit) => ({ ...hit, kind: ctx.text(label), icon: find?.icon ?? '' }));
    }),
  );
  return found.flat();
}

type Hit = Awaited<ReturnType<typeof hitsOf>>[number];

const resultOf = ({ label, detail, href, kind, icon, cover }: Hit) => ({
  label,
  detail,
  href,
  kind,
  icon,
  ...(cover && { cover }),
});

/** Finds what a text is as a whole: the address of a fragment that shows it and what can be done with it, or null. */
export type FinderCard = (ctx: Context, text: string) => Promise<string | null>;

/** The cards that features put above the matches of a text. */
export class FinderCards {
  private readonly cards: FinderCard[] = [];

  add(card: FinderCard): void {
    this.cards.push(card);
  }

  /** The address of the card for a text, if it is one thing as a whole. */
  async find(ctx: Context, text: string): Promise<string | null> {
    const found = await Promise.all(this.cards.map((card) => card(ctx, text)));
    return found.find((href) => href !== null) ?? null;
  }
}
