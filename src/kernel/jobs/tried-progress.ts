import { AppError } from '../messages/errors.ts';
import { mostProposed } from '../work/approval.ts';
import { JobProgress } from './job-progress.ts';

const unseen = {
  note: () => undefined,
  show: () => undefined,
  isCancelled: () => false,
  forget: async () => undefined,
};

/**
 * The progress of work that is only tried, for a plan: nobody sees it. Work that says that it is on more records than a
 * proposal may have is refused (409 `error.proposed_many`) before it has done them.
 */
export class TriedProgress extends JobProgress {
  constructor() {
    super(unseen, '');
  }

  override report(_done: number, total: number): void {
    if (total > mostProposed) throw new AppError(409, 'error.proposed_many', { most: mostProposed });
  }
}
