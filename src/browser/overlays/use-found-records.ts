import { useDebouncedValue } from '@mantine/hooks';
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
  problem: string | null;
}

/** The records that match this text, requested when typing pauses; `null` until the answer arrives. */
export function useFoundRecords(text: string): Found | null {
  const [wanted] = useDebouncedValue(text, debounceMs);
  const [found, setFound] = useState<Found>({ text: '', records: [], problem: null });
  useEffect(() => {
    const abort = new AbortController();
    const show = (records: FoundRecord[], problem: string | null) => {
      if (!abort.signal.aborted) setFound({ text: wanted, records, problem });
    };
    if (wanted === '') show([], null);
    else
      call('GET /api/v1/search', { query: { text: wanted }, signal: abort.signal }).then(
        (answer) => show(answer.results, null),
        (error: Error) => show([], error.message),
      );
    return () => abort.abort();
  }, [wanted]);
  return found.text === text ? found : null;
}
