import { useEffect, useState } from 'react';
import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import type { CodeWords } from '#features/code/code.public.ts';
import { useT } from '#ui/interface.tsx';
import type { BatchApi, BatchState } from './batch.contract.ts';

export const callBatch = client<BatchApi>();

const pollMs = 500;

/** A batch on the screen: while its codes are issued, its progress is polled; then the page is reloaded. */
export function useBatch(initial: BatchState): BatchState {
  const t = useT<CodeWords>();
  const [batch, setBatch] = useState(initial);
  const { cg_idx, status, missing } = batch;
  useEffect(() => {
    if (status !== 'issuing') return;
    const polling = setInterval(async () => {
      // A failed poll is ignored; the next one follows.
      const answer = await callBatch('GET /api/v1/code/batch/:cg_idx', { params: { cg_idx } }).catch(() => null);
      if (!answer) return;
      const { results } = answer;
      if (results.status === 'issuing') return setBatch(results);
      clearInterval(polling);
      const isWhole = results.status === 'issued' && results.count === initial.count;
      reloadWith(isWhole ? t('code.issued_now', { count: missing }) : t(`code.ended_${results.status}`));
    }, pollMs);
    return () => clearInterval(polling);
  }, [cg_idx, status, missing, initial.count, t]);
  return batch;
}
