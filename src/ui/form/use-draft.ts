import { useEffect, useRef, useState } from 'react';
import { findDraft, forgetDraft, type KeptDraft, keepDraft } from './drafts.ts';
import type { Stored } from './record-values.rules.ts';

interface DraftOptions<Values> {
  /** The key of the draft; without it, none is kept. */
  record: string | undefined;
  values: Values;
  stored: Stored<Values>;
  isChanged: boolean;
}

/** Keeps unsaved input until it is saved, and offers the draft of an earlier visit. */
export function useDraft<Values>({ record, values, stored, isChanged }: DraftOptions<Values>) {
  const [offered, setOffered] = useState<KeptDraft<Values> | null>(null);
  const kept = useRef(false);
  useEffect(() => {
    if (record !== undefined) setOffered(findDraft<Values>(record));
  }, [record]);
  useEffect(() => {
    if (record === undefined) return;
    if (isChanged) keepDraft(record, { base: stored, values });
    // The draft of an earlier visit stays until it is restored or discarded.
    else if (kept.current) forgetDraft(record);
    kept.current = isChanged;
  }, [record, values, stored, isChanged]);
  return {
    offered,
    /** Withdraws the offer once the draft was restored or discarded. */
    settle: () => {
      if (record !== undefined) forgetDraft(record);
      setOffered(null);
    },
  };
}
