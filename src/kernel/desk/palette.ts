import type { FinderAct, FoundRecord, RecordHit } from '../records/found-records.ts';
import { actsOn } from '../records/record-parts.ts';
import type { RecordDeclaration } from '../records/records.ts';
import type { Context } from '../work/context.ts';
import { bestFirst } from './palette.rules.ts';

// The maximum number of records the finder shows.
const shown = 12;

interface Declared {
  readonly all: readonly (FoundRecord & Pick<RecordDeclaration, 'kind' | 'label' | 'parts'>)[];
}

/** What the finder, Ctrl K, offers to do. */
export const actsOf = ({ all }: Declared): FinderAct[] => all.flatMap(({ acts }) => acts ?? []);

type Finding = 'by' | 'near';

/** Matching records of every kind, best first. */
export async function findRecords(ctx: Context, declared: Declared, text: string) {
  const found = await hitsOf(ctx, declared, text, 'by');
  const best = bestFirst(text, found, ({ label, id, by }) => ({ names: id === undefined ? [label] : [label, id], by }));
  return best.slice(0, shown).map(resultOf);
}

// Too few letters come near too much.
const shortest = 4;

// What comes less near than the nearest by more than this is something else that shares a word.
const farther = 0.25;

/** The records that come near a text that nothing is called, nearest first. */
export async function findNearRecords(ctx: Context, declared: Declared, text: string) {
  if (text.length < shortest) return [];
  const found = (await hitsOf(ctx, declared, text, 'near')).toSorted((a, b) => nearnessOf(b) - nearnessOf(a));
  const nearest = found.slice(0, 1).map(nearnessOf)[0] ?? 0;
  return found
    .filter((hit) => nearnessOf(hit) >= nearest - farther)
    .slice(0, shown)
    .map(resultOf);
}

// Beyond a tenth, the order of each kind decides.
const nearnessOf = ({ nearness = 0 }: { nearness?: number }) => Math.round(nearness * 10) / 10;

async function hitsOf(ctx: Context, declared: Declared, text: string, how: Finding) {
  const found = await Promise.all(
    declared.all.map(async ({ kind, label, find }) => {
      const hits = (await find?.[how]?.(ctx, text)) ?? [];
      const acts = (hit: RecordHit) => [...ownActs(ctx, find, hit), ...partActs(ctx, declared, kind, hit)];
      return hits.map((hit) => ({ ...hit, kind: ctx.text(label), icon: find?.icon ?? '', acts: acts(hit) }));
    }),
  );
  return found.flat();
}

/** What can be done with a record, on a page or, if `dialog` is set, in a dialog. */
interface HitAct {
  label: string;
  href: string;
  dialog: boolean;
}

const ownActs = (ctx: Context, find: FoundRecord['find'], { record }: RecordHit): HitAct[] =>
  record === undefined
    ? []
    : (find?.acts ?? []).map(({ key, href }) => ({ label: ctx.text(key), href: href(record), dialog: false }));

const partActs = (ctx: Context, { all }: Declared, kind: string, { record }: RecordHit): HitAct[] =>
  record === undefined ? [] : actsOn(ctx, all, kind, record).map((act) => ({ ...act, dialog: true }));

type Hit = Awaited<ReturnType<typeof hitsOf>>[number];

const resultOf = ({ label, detail, href, kind, icon, cover, acts }: Hit) => ({
  label,
  detail,
  href,
  kind,
  icon,
  acts,
  ...(cover && { cover }),
});

/** Finds what a text is as a whole: the address of a fragment that shows it and what can be done with it, or null. */
type FinderCard = (ctx: Context, text: string) => Promise<string | null>;

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
