import { useId, useRef } from 'react';
import { ApiError, isOutage } from '#client/api.ts';
import { notify, takeNoticeBack } from '#client/dialogs.ts';
import { useT } from '../interface.tsx';

/**
 * Runs actions outside forms, such as the buttons of a row. A failure is shown as a notice: what failed (if given) and
 * why, with a retry where that can help. With `of`, what is done, it goes once that has been done, however that was.
 */
export function useAct(): (act: () => Promise<void>, failed?: string, of?: string) => void {
  const t = useT();
  const id = useId();
  const shown = useRef(new Set<string>());
  const run = (act: () => Promise<void>, failed = '', of = ''): void => {
    const about = `${id} ${of}`;
    const succeeded = () => void (shown.current.delete(about) && takeNoticeBack(about));
    act()
      .then(succeeded)
      .catch((error: Error) => {
        // Without it, the act that failed may have been of another record.
        if (of) shown.current.add(about);
        const silent = error instanceof ApiError && error.status === 0;
        const reason = silent ? t('error.network') : error.message;
        const retry = isOutage(error) ? { retry: () => run(act, failed, of) } : {};
        void notify({
          message: reason,
          ...(failed && { title: failed }),
          ...(of && { about }),
          tone: 'problem',
          ...retry,
        });
      });
  };
  return run;
}
