import { useEffect } from 'react';
import { client } from '#client/api.ts';
import { showOwnAct } from '#client/live/refresh.ts';
import type { batchHistoryApi } from '../history/batch-history.contract.ts';

const call = client<typeof batchHistoryApi>();

const pollMs = 500;
const attempts = 20;

/**
 * Shows on the page of a batch that its codes have left, once a download begun there is recorded: a browser does not say
 * when that is. `entries` is how many entries of the history the page shows.
 */
export function useOwnDownloads(cg_idx: number, entries: number): void {
  useEffect(() => {
    let polling: ReturnType<typeof setInterval> | undefined;
    const follow = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || !target.closest('main a[download]')) return;
      let left = attempts;
      clearInterval(polling);
      polling = setInterval(async () => {
        if (left-- === 0) return clearInterval(polling);
        const query = { page: 1 };
        // A failed poll is ignored; the next one follows.
        const answer = await call('GET /api/v1/code/batch/:cg_idx/history', { params: { cg_idx }, query }).catch(
          () => null,
        );
        if (!answer || answer.results.total === entries) return;
        clearInterval(polling);
        await showOwnAct({ kind: 'code_batch', id: String(cg_idx) });
      }, pollMs);
    };
    addEventListener('click', follow);
    return () => {
      removeEventListener('click', follow);
      clearInterval(polling);
    };
  }, [cg_idx, entries]);
}
