import { useEffect, useRef, useState } from 'react';
import { findDraft, forgetDraft, type StoredDraft, storeDraft } from './drafts.ts';
import { changedFields, mergeValues, type RecordValues, type Stored } from './record-values.rules.ts';

interface DraftOptions<Values> {
  /** The key of the draft; without it, none is kept. */
  record: string | undefined;
  values: Values;
  stored: Stored<Values>;
  isChanged: boolean;
}

/**
 * Keeps unsaved input until it is saved, and offers the draft of an earlier visit, which stays until it is restored or
 * discarded.
 */
export function useDraft<Values extends RecordValues>({ record, values, stored, isChanged }: DraftOptions<Values>) {
  const [found, setFound] = useState<StoredDraft<Values> | null>(null);
  const isStored = useRef(false);
  const offered = found !== null && changedFields(found.values, stored.values).length > 0 ? found : null;
  useEffect(() => {
    if (record !== undefined) setFound(findDraft<Values>(record));
  }, [record]);
  useEffect(() => {
    if (record === undefined) return;
    const at = Math.floor(Date.now() / 1000);
    if (isChanged && offered) {
      // The next visit is offered both: what was typed now, over what is on offer.
      const both = mergeValues(stored.values, values, offered.values);
      storeDraft(record, { at, base: offered.base, values: both.values });
    } else if (isChanged) storeDraft(record, { at, base: stored, values });
    else if (isStored.current && offered) storeDraft(record, offered);
    else if (isStored.current) forgetDraft(record);
    isStored.current = isChanged;
    // What the draft offered has been saved.
    if (found && !offered) setFound(null);
  }, [record, values, stored, isChanged, found, offered]);
  return {
    offered,
    /** Withdraws the offer once the draft was restored or discarded; what was typed meanwhile is kept. */
    settle: () => {
      if (record !== undefined && !isChanged) forgetDraft(record);
      setFound(null);
    },
  };
}
