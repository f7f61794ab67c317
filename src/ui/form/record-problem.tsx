import { Alert } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import button from '../page/button.module.css';
import { CreateAgain } from './create-again.tsx';
import { focusField } from './focus.ts';
import { RetryButton } from './form-problem.tsx';
import styles from './record-problem.module.css';
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
    <Alert ref={alert} tabIndex={-1} className={styles.problem} color="red" role="alert" mb="md" title={title}>
      {message}
      {faults.length > 0 && (
        <ul className={styles.problems}>
          {faults.map(({ name, label, fault }) => (
            <li key={name}>
              <button type="button" className={button.link} onClick={() => goTo(name)}>
                {label}
              </button>
              : {fault}
            </li>
          ))}
        </ul>
      )}
      <CreateAgain of={submission} />
      <RetryButton of={submission} />
    </Alert>
  );
}
