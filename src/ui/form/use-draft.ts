import { useEffect, useRef, useState } from 'react';
import { findDraft, forgetDraft, type KeptDraft, keepDraft } from './drafts.ts';
import type { Stored } from './record-values.rules.ts';

interface DraftOptions<Values> {
  /** What the draft is kept under; none is kept without. */
  record: string | undefined;
  values: Values;
  stored: Stored<Values>;
  isChanged: boolean;
}

/** Keeps what is typed until it is saved, and offers what an earlier visit left. */
export function useDraft<Values>({ record, values, stored, isChanged }: DraftOptions<Values>) {
  const [offered, setOffered] = useState<KeptDraft<Values> | null>(null);
  const kept = useRef(false);
  useEffect(() => {
    if (record !== undefined) setOffered(findDraft<Values>(record));
  }, [record]);
  useEffect(() => {
    if (record === undefined) return;
    if (isChanged) keepDraft(record, { base: stored, values });
    // What an earlier visit left stays until it is restored or discarded.
    else if (kept.current) forgetDraft(record);
    kept.current = isChanged;
  }, [record, values, stored, isChanged]);
  return {
    offered,
    /** Takes the offer back, once it was restored or discarded. */
    settle: () => {
      if (record !== undefined) forgetDraft(record);
      setOffered(null);
    },
  };
}
