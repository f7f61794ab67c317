import { type RefObject, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { actedOn } from '#client/acted-on.ts';
import { noteAct } from '#client/acts-in-hand.ts';
import { ApiError } from '#client/api.ts';
import { useT } from '../interface.tsx';
import { returnFocus } from './focus.ts';
import { hasUnreadInput } from './unread-input.ts';

const stopped = ['keydown', 'beforeinput', 'pointerdown', 'mousedown', 'click', 'dragstart', 'drop'] as const;

/**
 * Freezes a form while it is being saved: what was entered meanwhile would be lost with the page or the dialog.
 * Unlike disabled fields, these keep the focus. The returned function lets it go.
 */
function freezeForm(form: HTMLFormElement): () => void {
  const texts = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].filter(
    (field) => !field.readOnly,
  );
  // Input methods ignore the events below.
  for (const field of texts) field.readOnly = true;
  for (const name of stopped) form.addEventListener(name, stopEvent, true);
  form.ariaBusy = 'true';
  return () => {
    for (const field of texts) field.readOnly = false;
    for (const name of stopped) form.removeEventListener(name, stopEvent, true);
    form.ariaBusy = null;
  };
}

function stopEvent(event: Event): void {
  // The button that stops a long save or its upload.
  if (event.target instanceof Element && event.target.closest('[data-stops]')) return;
  if (event instanceof KeyboardEvent) {
    const isShortcut = event.ctrlKey || event.metaKey;
    if (['Tab', 'Escape'].includes(event.key) || (isShortcut && event.key.toLowerCase() === 's')) return;
    event.stopPropagation();
    // Copying and reloading go on.
    if (isShortcut) return;
  }
  event.stopPropagation();
  event.preventDefault();
}

/** Creates a record that somebody has deleted again from what is typed. */
export interface Again {
  create: () => Promise<void>;
  /** Says what does not come back with it. */
  lost?: string | undefined;
  /** Whether a failure means that the record is gone; by default, that it was not found. */
  isGone?: (error: ApiError) => boolean;
}

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
  /** The record turned out to be deleted: creates it again from what is typed, which `lost` does not come back with. */
  again: { create: () => void; lost: string | undefined } | null;
  clear: () => void;
}

/** What a field names may be missing, too; then the record is still there. */
const wasNotFound = ({ status, fields }: ApiError) => status === 404 && Object.keys(fields).length === 0;

/**
 * Runs one action at a time and keeps its error, so that no failure is silent and nothing typed is lost. Meanwhile its
 * form is held as it is: the one given, or the one it was sent from. Where its record is found deleted, `again` offers
 * to create it, until that has been done or something else is sent.
 */
export function useSubmit(
  act: () => Promise<void>,
  form?: RefObject<HTMLFormElement | null>,
  again?: Again,
): Submission {
  const t = useT();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const running = useRef(false);
  /** The last one sent was the creation. */
  const [isAgain, setAgain] = useState(false);
  const from = useRef<Element | null>(null);
  const sent = useRef<HTMLFormElement | null>(null);
  // Let go with what the answer shows: it may be pressed as soon as it is seen.
  useLayoutEffect(() => {
    const frozen = pending ? (form?.current ?? sent.current) : null;
    return frozen ? freezeForm(frozen) : undefined;
  }, [pending, form]);
  useEffect(() => {
    if (!pending) return;
    const [focused, within] = [from.current, form?.current ?? sent.current];
    // A button loses the focus while it is disabled.
    return () => returnFocus(focused, within);
  }, [pending, form]);
  const run = async (isCreation = false) => {
    if (running.current) return;
    const held = form?.current ?? sent.current;
    if (held && hasUnreadInput(held)) return;
    from.current = actedOn();
    running.current = true;
    setPending(true);
    setError(null);
    setAgain(isCreation);
    try {
      const done = isCreation && again ? again.create() : act();
      noteAct(done);
      await done;
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
    retry: () => void run(isAgain),
    again:
      again && error && (isAgain || (again.isGone ?? wasNotFound)(error))
        ? { create: () => void run(true), lost: again.lost }
        : null,
    clear: () => setError(null),
  };
}
