import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { actedOn } from '#client/acted-on.ts';
import { ApiError } from '#client/api.ts';
import { useT } from '../interface.tsx';
import { returnFocus } from './focus.ts';
import { freezeForm } from './freeze-form.ts';
import { hasUnreadInput } from './unread-input.ts';

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

/**
 * Runs one action at a time and keeps its error, so that no failure is silent and nothing typed is lost. Meanwhile its
 * form is held as it is: the one given, or the one it was sent from.
 */
export function useSubmit(act: () => Promise<void>, form?: RefObject<HTMLFormElement | null>): Submission {
  const t = useT();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const running = useRef(false);
  const from = useRef<Element | null>(null);
  const sent = useRef<HTMLFormElement | null>(null);
  useEffect(() => {
    if (!pending) return;
    const focused = from.current;
    const frozen = form?.current ?? sent.current;
    const release = frozen && freezeForm(frozen);
    return () => {
      release?.();
      // A button loses the focus while it is disabled.
      returnFocus(focused, frozen);
    };
  }, [pending, form]);
  const run = async () => {
    if (running.current) return;
    const held = form?.current ?? sent.current;
    if (held && hasUnreadInput(held)) return;
    from.current = actedOn();
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
      sent.current = event?.currentTarget instanceof HTMLFormElement ? event.currentTarget : null;
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
