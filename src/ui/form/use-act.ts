import { useId, useRef } from 'react';
import { noteAct } from '#client/acts-in-hand.ts';
import { ApiError, isOutage } from '#client/api.ts';
import { notify, takeNoticeBack } from '#client/dialogs.ts';
import { useT } from '../interface.tsx';

/**
 * Runs actions outside forms, such as the buttons of a row. A failure is shown as a notice: what failed (if given) and
 * why, with a retry where that can help. Where all are one act, of one record, it goes once that has been done, however
 * that was.
 */
export function useAct({ isOne = false } = {}): (act: () => Promise<void>, failed?: string) => void {
  const t = useT();
  const id = useId();
  const hasFailed = useRef(false);
  const run = (act: () => Promise<void>, failed = ''): void => {
    const done = act();
    noteAct(done);
    done
      .then(() => {
        if (hasFailed.current) void takeNoticeBack(id);
        hasFailed.current = false;
      })
      .catch((error: Error) => {
        hasFailed.current = isOne;
        const silent = error instanceof ApiError && error.status === 0;
        const reason = silent ? t('error.network') : error.message;
        const retry = isOutage(error) ? { retry: () => run(act, failed) } : {};
        const about = isOne ? { about: id } : {};
        void notify({ message: reason, ...(failed && { title: failed }), ...about, tone: 'problem', ...retry });
      });
  };
  return run;
}
