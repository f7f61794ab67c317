import { type SubmitEvent, useRef, useState } from 'react';
import { ApiError } from '#client/api.ts';
import { useT } from '../interface.tsx';

/** The state of a form while and after it is sent. */
export interface Submission {
  /** For `onSubmit`; also runs without an event, for buttons and retries. */
  submit: (event?: SubmitEvent) => void;
  pending: boolean;
  /** The overall error, in the reader's language. */
  message: string | null;
  error: ApiError | null;
  fieldError: (field: string) => string | undefined;
  /** Repeats the last action. */
  retry: () => void;
  clear: () => void;
}

/** Runs one action at a time and keeps its error, so that no failure is silent and nothing typed is lost. */
export function useSubmit(act: () => Promise<void>): Submission {
  const t = useT();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const running = useRef(false);
  const run = async () => {
    if (running.current) return;
    running.current = true;
    setPending(true);
    setError(null);
    try {
      await act();
    } catch (failure) {
      setError(
        failure instanceof ApiError
          ? failure
          : new ApiError(500, { code: 'error.unexpected', message: String(failure) }),
      );
    } finally {
      running.current = false;
      setPending(false);
    }
  };
  return {
    submit: (event) => {
      event?.preventDefault();
      void run();
    },
    pending,
    error,
    message: error && (error.status === 0 ? t('error.network') : error.message),
    fieldError: (field) => error?.fields[field],
    retry: () => void run(),
    clear: () => setError(null),
  };
}
