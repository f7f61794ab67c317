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

/** Matching records of every kind, best first. */
export async function findRecords(ctx: Context, { all }: Declared, text: string) {
  const found = await Promise.all(
    all.map(async ({ label, find }) => {
      const hits = (await find?.by(ctx, text)) ?? [];
      return hits.map((hit) => ({ ...hit, kind: ctx.text(label), icon: find?.icon ?? '' }));
    }),
  );
  const best = bestFirst(text, found.flat(), ({ label, id }) => (id === undefined ? [label] : [label, id]));
  return best.slice(0, shown).map(({ label, detail, href, kind, icon }) => ({ label, detail, href, kind, icon }));
}
