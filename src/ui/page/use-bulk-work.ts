import { useState } from 'react';
import { ApiError, client, isOutage } from '#client/api.ts';
import type { bulkWorkApi } from '#kernel/mount/bulk-work.routes.ts';

const call = client<typeof bulkWorkApi>();

/** The result of an act on many records: how many it changed, and the act, for its undo. */
export interface Worked {
  changed: number;
  act_idx?: number | null | undefined;
}

/** The response of a call that starts an act: its result, or the job that runs it. */
interface Begun extends Worked {
  work_idx?: number | undefined;
}

/** An act on many records, possibly run by a job. */
export interface BulkWork {
  /** The progress of the job; null while none runs, or while it is not known yet. */
  progress: { done: number; total: number } | null;
  running: boolean;
  /** Starts it, waits for it to finish, and returns its result. Throws if it failed. */
  run: (begin: () => Promise<Begun>) => Promise<Worked>;
  /** Asks the job to stop; a stopped job changes nothing. */
  stop: () => Promise<unknown>;
}

const pollMs = 500;

/** Waits for an act on many records, whether it runs at once or as a job. Leaving the page does not stop a job. */
export function useBulkWork(): BulkWork {
  const [work, setWork] = useState<number | null>(null);
  const [progress, setProgress] = useState<BulkWork['progress']>(null);
  const follow = async (workIdx: number): Promise<Worked> => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      // A lost answer says nothing about the job, which goes on: the next one is asked for.
      const answer = await call('GET /api/v1/work/:work_idx', { params: { work_idx: workIdx } }).catch(
        (error: unknown) => {
          if (!isOutage(error)) throw error;
        },
      );
      if (!answer) continue;
      const { results } = answer;
      if (results.status === 'done') return results;
      if (results.status === 'failed') {
        throw new ApiError(422, { code: 'error.job_failed', message: results.problem ?? '' });
      }
      setProgress(results.progress);
    }
  };
  return {
    progress,
    running: work !== null,
    run: async (begin) => {
      const begun = await begin();
      const { work_idx: workIdx } = begun;
      if (workIdx === undefined) return begun;
      setWork(workIdx);
      try {
        return await follow(workIdx);
      } finally {
        setWork(null);
        setProgress(null);
      }
    },
    stop: async () => work !== null && call('DELETE /api/v1/work/:work_idx', { params: { work_idx: work } }),
  };
}
