import { useEffect, useState } from 'react';
import { client } from '#client/api.ts';
import { useInterface } from '#ui/interface.tsx';
import { type Cell, cellKey } from './desk.rules.ts';
import type { localizeApi, TextCard } from './localize.contract.ts';

const call = client<typeof localizeApi>();

// Cells that one only passes are not asked about. Milliseconds.
const pause = 120;

/** What is known of the text in a cell, once it has come; again whenever the page has changed. */
export function useTextCard(cell: Cell | null): { card: TextCard | null; failed: string | null } {
  const { arrival } = useInterface();
  const [found, setFound] = useState<{ key: string; card: TextCard | null; failed: string | null } | null>(null);
  const key = cell && cellKey(cell);
  useEffect(() => {
    if (!cell || key === null) return;
    const { cid, locale, field } = cell;
    const abort = new AbortController();
    const request = async () => {
      const { signal } = abort;
      try {
        const { results } = await call('GET /api/v5/collection/:cid/localize/:locale/text', {
          params: { cid, locale },
          query: { field },
          signal,
        });
        setFound({ key, card: results, failed: null });
      } catch (error) {
        if (!signal.aborted) setFound({ key, card: null, failed: error instanceof Error ? error.message : '' });
      }
    };
    const later = setTimeout(() => void request(), pause);
    return () => {
      clearTimeout(later);
      abort.abort();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the cell
  }, [key, arrival.number]);
  return found && found.key === key ? found : { card: null, failed: null };
}
