import { useEffect, useState } from 'react';
import { ApiError, client } from '#client/api.ts';
import { useT } from '#ui/interface.tsx';
import type { BookChange, bookBulkApi } from './book-bulk.contract.ts';

const call = client<typeof bookBulkApi>();

type Body = Parameters<typeof call<'PUT /api/v1/book/change'>>[1]['body'];
type Foreseen = Awaited<ReturnType<typeof changeBooks>>;

/** Sets the field; returns the result. */
export const changeBooks = async (body: Body) => (await call('PUT /api/v1/book/change', { body })).results;

/** The effect of a change, or why it cannot be made. */
export interface ChangeFigures {
  foreseen: Foreseen | null;
  problem: string | null;
}

// Debounce: the pause after a finished word. Milliseconds.
const pauseMs = 400;
const nothing: ChangeFigures = { foreseen: null, problem: null };

/** Fetches the effect of a change as soon as it is chosen; the latest choice wins. */
export function useChangeFigures(selection: Body['selection'], change: BookChange | null): ChangeFigures {
  const t = useT();
  const [figures, setFigures] = useState(nothing);
  const wanted = change && JSON.stringify({ selection, change, dry_run: true });
  useEffect(() => {
    setFigures(nothing);
    if (wanted === null) return;
    const abort = new AbortController();
    const ask = async () => {
      try {
        const { results } = await call('PUT /api/v1/book/change', { body: JSON.parse(wanted), signal: abort.signal });
        setFigures({ foreseen: results, problem: null });
      } catch (error) {
        if (abort.signal.aborted) return;
        const isSilent = !(error instanceof ApiError) || error.status === 0;
        setFigures({ foreseen: null, problem: isSilent ? t('error.network') : (error.fields.change ?? error.message) });
      }
    };
    const pause = setTimeout(() => void ask(), pauseMs);
    return () => {
      clearTimeout(pause);
      abort.abort();
    };
    // The translator is a new function on each render, but translates the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted]);
  return figures;
}
