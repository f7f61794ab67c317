import { useCallback, useRef, useState } from 'react';
import { client } from '#client/api.ts';
import type { importSentencesApi, ShownSentence } from '#features/import/import-pages.public.ts';
import type { SentenceFilter } from '#features/import/import-rules.public.ts';
import { sentencePageSize } from '#features/import/import-rules.public.tsx';

export const callSentences = client<typeof importSentencesApi>();

/** The rows of a sheet, loaded as they scroll into view. */
export function useSentenceRows(importIdx: number, filter: SentenceFilter) {
  const [pages, setPages] = useState<ReadonlyMap<number, readonly ShownSentence[]>>(new Map());
  const requested = useRef(new Set<number>());
  const load = useCallback(
    async (page: number) => {
      requested.current.add(page);
      const query = { filter, page };
      const answer = await callSentences('GET /api/v1/import/:import_idx/sentence', {
        params: { import_idx: importIdx },
        query,
      }).catch(() => null);
      // A failed page is requested again when it next comes into view.
      if (!answer) requested.current.delete(page);
      else setPages((known) => new Map(known).set(page, answer.results));
    },
    [importIdx, filter],
  );
  const onRange = useCallback(
    (first: number, last: number) => {
      for (let page = pageOf(first); page <= pageOf(last); page++) if (!requested.current.has(page)) void load(page);
    },
    [load],
  );
  return {
    rowAt: (index: number): ShownSentence | undefined => pages.get(pageOf(index))?.[index % sentencePageSize],
    onRange,
    /** After an act: reloads the visible rows. */
    reload: async () => {
      const shown = [...requested.current];
      requested.current.clear();
      await Promise.all(shown.map(load));
    },
  };
}

const pageOf = (index: number) => Math.floor(index / sentencePageSize) + 1;
