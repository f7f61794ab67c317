import { useEffect, useState } from 'react';
import { readMarks, watchMarks } from '#client/live/mark-counts.ts';
import type { ShownAct } from '#kernel/records/record-parts.ts';

type Act = Omit<ShownAct, 'isUse'>;

const keyOf = (acts: readonly Act[]) => acts.map(({ href, count }) => `${href} ${count}`).join('\n');

/** Acts with the numbers of now: what others write appears while somebody looks, and the page says nothing of it. */
export function useLiveCounts(acts: readonly Act[]): readonly Act[] {
  const given = keyOf(acts);
  // Those of a page that was drawn again are newer.
  const [read, setRead] = useState<{ given: string; counts: ReadonlyMap<string, number> } | null>(null);
  const { kind, id } = acts.find(({ about }) => about)?.about ?? {};
  useEffect(() => {
    if (kind === undefined || id === undefined) return;
    let last = 0;
    const show = async () => {
      const turn = ++last;
      const counts = await readMarks({ kind, id });
      if (turn === last) setRead({ given, counts });
    };
    // What fails here is shown with the next change.
    const end = watchMarks(() => void show().catch(() => undefined));
    return () => {
      last = Number.NaN;
      end();
    };
  }, [kind, id, given]);
  if (read?.given !== given) return acts;
  return acts.map((act) => (act.about ? { ...act, count: read.counts.get(act.href) ?? 0 } : act));
}
