import { useEffect, useRef, useState } from 'react';
import { client } from '#client/api.ts';
import type { Input } from '#kernel/work/contract.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { contentsApi } from './contents.contract.ts';
import type { ContentsWords } from './contents.messages.ts';
import { questionOf } from './impact-question.rules.ts';
import type { RecentCollection } from './use-last-additions.ts';

const call = client<typeof contentsApi>();

type Body = Input<(typeof contentsApi)['PUT /api/v5/collection/:cid/contents']['body']>;

interface Foreseen {
  /** There is something to add. */
  adds: boolean;
  line: string;
  figures: readonly string[];
  /** The version of the collection that the figures belong to. */
  version: number;
}

interface Addition {
  what: Body;
  chosen: RecentCollection | null;
  /** The title of what is added, if it is one record. */
  name: string | undefined;
}

/**
 * What adding to the chosen collection would do, in figures; null until one is chosen and the answer is there. `renew`
 * asks again.
 */
export function useImpact({ what, chosen, name }: Addition): { foreseen: Foreseen | null; renew: () => void } {
  const t = useT<ContentsWords>();
  const act = useAct();
  const [foreseen, setForeseen] = useState<Foreseen | null>(null);
  const [round, setRound] = useState(0);
  const body = JSON.stringify({ ...what, dry_run: true });
  const foresee = useRef<(isGone: () => boolean) => void>(() => undefined);
  useEffect(() => {
    foresee.current = (isGone) =>
      act(async () => {
        if (!chosen) return;
        const request = { params: { cid: chosen.cid }, body: JSON.parse(body) as Body };
        const { impact, version } = (await call('PUT /api/v5/collection/:cid/contents', request)).results;
        if (isGone() || !impact) return;
        const adds = impact.items > impact.already;
        const { title, figures } = questionOf(t, impact, { act: 'add', name, title: chosen.title });
        const said = adds ? { line: title, figures } : { line: t('collection.content_taken'), figures: [] };
        setForeseen({ adds, version, ...said });
      }, t('contents.add_failed'));
  });
  const cid = chosen?.cid;
  useEffect(() => {
    setForeseen(null);
    if (cid === undefined) return;
    let isGone = false;
    foresee.current(() => isGone);
    return () => {
      isGone = true;
    };
  }, [body, cid, round]);
  return { foreseen, renew: () => setRound(round + 1) };
}
