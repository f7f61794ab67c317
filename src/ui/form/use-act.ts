import { ApiError, isOutage } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import { useT } from '../interface.tsx';

/**
 * Runs actions outside forms, such as the buttons of a row. A failure is shown as a notice: what failed (if given) and
 * why, with a retry where that can help.
 */
export function useAct(): (act: () => Promise<void>, failed?: string) => void {
  const t = useT();
  const run = (act: () => Promise<void>, failed = ''): void => {
    act().catch((error: Error) => {
      const silent = error instanceof ApiError && error.status === 0;
      const reason = silent ? t('error.network') : error.message;
      const retry = isOutage(error) ? { retry: () => run(act, failed) } : {};
      void notify({ message: reason, ...(failed && { title: failed }), tone: 'problem', ...retry });
    });
  };
  return run;
}
