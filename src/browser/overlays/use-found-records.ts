import { useEffect, useState } from 'react';
import type { paletteApi } from '#kernel/desk/palette.contract.ts';
import { client } from '../../client/api.ts';
import type { FoundRecord } from '../../client/recent.ts';

const call = client<typeof paletteApi>();

// The product's debounce for typing. Milliseconds.
const debounceMs = 400;

interface Found {
  text: string;
  records: FoundRecord[];
  /** Nothing matches: these records come near the text. */
  near: boolean;
  /** The address of the card of the text, if it is one thing as a whole. */
  card: string | null;
  problem: string | null;
}

const nothing = { records: [], near: false, card: null, problem: null };

/** The records that match this text, requested when typing pauses; `null` until the answer arrives. */
export function useFoundRecords(text: string): Found | null {
  const wanted = useLater(text);
  const [found, setFound] = useState<Found>({ text: '', ...nothing });
  useEffect(() => {
    const abort = new AbortController();
    const show = (answer: Partial<Found>) => {
      if (!abort.signal.aborted) setFound({ ...nothing, ...answer, text: wanted });
    };
    if (wanted === '') show(nothing);
    else
      call('POST /api/v1/search', { body: { text: wanted }, signal: abort.signal }).then(
        ({ results: records, near, card }) => show({ records, near, card }),
        (error: Error) => show({ problem: error.message }),
      );
    return () => abort.abort();
  }, [wanted]);
  return found.text === text ? found : null;
}

/** The text once nothing more has been typed for a moment. */
function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setLater(text), debounceMs);
    return () => clearTimeout(pause);
  }, [text]);
  return later;
}
