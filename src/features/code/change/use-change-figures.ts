import { useEffect, useState } from 'react';
import { ApiError } from '#client/api.ts';
import { useT } from '#ui/interface.tsx';
import type { ChangeTold } from './change.contract.ts';
import type { ChangedField } from './change.rules.ts';
import { type ChosenCodes, changeCodes } from './send-change.ts';

/** What a change would do, or why it cannot be done. */
export interface ChangeFigures {
  told: ChangeTold | null;
  problem: string | null;
}

// How long somebody pauses who has finished a number. Milliseconds.
const pauseMs = 400;
const nothing: ChangeFigures = { told: null, problem: null };

/** Asks what a change would do, as soon as its value is chosen; of several the one chosen last. */
export function useChangeFigures(field: ChangedField, chosen: ChosenCodes, value: string | null): ChangeFigures {
  const t = useT();
  const [figures, setFigures] = useState(nothing);
  const wanted = value === null ? null : JSON.stringify({ chosen, value, dry_run: true });
  useEffect(() => {
    setFigures(nothing);
    if (wanted === null) return;
    const abort = new AbortController();
    const ask = async () => {
      try {
        setFigures({ told: await changeCodes(field, JSON.parse(wanted), abort.signal), problem: null });
      } catch (error) {
        if (abort.signal.aborted) return;
        const isSilent = !(error instanceof ApiError) || error.status === 0;
        setFigures({ told: null, problem: isSilent ? t('error.network') : error.message });
      }
    };
    const pause = setTimeout(() => void ask(), pauseMs);
    return () => {
      clearTimeout(pause);
      abort.abort();
    };
    // The translator is a new function each time, and says the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted, field]);
  return figures;
}
