import { useEffect, useState } from 'react';
import { ApiError } from '#client/api.ts';
import { useT } from '../interface.tsx';

/** The effect of a change, or why it cannot be made. */
export interface Effect<Foreseen> {
  foreseen: Foreseen | null;
  problem: string | null;
}

// Debounce: the pause after a finished word or number. Milliseconds.
const pauseMs = 400;
const nothing = { foreseen: null, problem: null };

/**
 * Asks for the effect of a change as soon as it is chosen; the latest choice counts. `field` is the one whose error says
 * why it cannot be made.
 */
export function useForeseen<Change extends object, Foreseen>(
  change: Change | null,
  request: (change: Change, signal: AbortSignal) => Promise<Foreseen>,
  field = '',
): Effect<Foreseen> {
  const t = useT();
  const [effect, setEffect] = useState<Effect<Foreseen>>(nothing);
  const wanted = change && JSON.stringify(change);
  useEffect(() => {
    setEffect(nothing);
    if (wanted === null) return;
    const abort = new AbortController();
    const foresee = async () => {
      try {
        setEffect({ foreseen: await request(JSON.parse(wanted), abort.signal), problem: null });
      } catch (error) {
        if (abort.signal.aborted) return;
        const isSilent = !(error instanceof ApiError) || error.status === 0;
        setEffect({ foreseen: null, problem: isSilent ? t('error.network') : (error.fields[field] ?? error.message) });
      }
    };
    const pause = setTimeout(() => void foresee(), pauseMs);
    return () => {
      clearTimeout(pause);
      abort.abort();
    };
    // The translator and `ask` are new functions on each render, but do the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted]);
  return effect;
}
