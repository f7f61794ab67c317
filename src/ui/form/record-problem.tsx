import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../kit/button.tsx';
import { Note } from '../kit/note.tsx';
import { CreateAgain } from './create-again.tsx';
import { focusField } from './focus.ts';
import { RetryButton } from './form-problem.tsx';
import type { Submission } from './use-submit.ts';

interface RecordProblemProps {
  of: Submission;
  /** Says what failed. */
  title: string;
  /** The fields of the form in order, with their labels. */
  fields: readonly { name: string; label: string }[];
  form: RefObject<HTMLFormElement | null>;
  /** Brings a field into sight, for example on another tab, before it gets the focus. */
  show?: (name: string) => void;
}

/** Why a save failed, shown above a long form, with a link to each invalid field. */
export function RecordProblem({ of: submission, title, fields, form, show }: RecordProblemProps) {
  const { error, message, fieldError } = submission;
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) alert.current?.focus();
  }, [error]);
  if (!error) return null;
  const faults = fields.flatMap(({ name, label }) => {
    const fault = fieldError(name);
    return fault === undefined ? [] : [{ name, label, fault }];
  });
  const goTo = (name: string) => {
    if (show) flushSync(() => show(name));
    focusField(form.current, name);
  };
  return (
    <Note ref={alert} tabIndex={-1} tone="problem" title={title}>
      <p>{message}</p>
      {faults.length > 0 && (
        <ul>
          {faults.map(({ name, label, fault }) => (
            <li key={name}>
              <Button variant="link" onClick={() => goTo(name)}>
                {label}
              </Button>
              : {fault}
            </li>
          ))}
        </ul>
      )}
      <CreateAgain of={submission} />
      <RetryButton of={submission} />
    </Note>
  );
}
