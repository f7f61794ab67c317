import { Alert, Button } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import type { Submission } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../../book.messages.ts';
import { bookFields, isReference, referenceColumns } from '../book-fields.rules.ts';
import styles from './editor.module.css';

interface EditorProblemProps {
  of: Submission;
  /** Says that it failed. */
  title: string;
  form: RefObject<HTMLFormElement | null>;
}

/** Why a save failed, above the form; each field at fault can be gone to from here. */
export function EditorProblem({ of: { error, message, fieldError, retry }, title, form }: EditorProblemProps) {
  const t = useT<BookWords>();
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) alert.current?.focus();
  }, [error]);
  if (!error) return null;
  const faults = bookFields.flatMap(({ name, label }) => {
    const column = isReference(name) ? referenceColumns[name] : name;
    const fault = fieldError(column);
    return fault === undefined ? [] : [{ column, label: t(label), fault }];
  });
  const goTo = (column: string) => {
    // A selector keeps its name on a hidden input, beside the one people see.
    const visible = ':not([type="hidden"])';
    const input = `[name="${column}"]${visible}, [data-field="${column}"] input${visible}`;
    form.current?.querySelector<HTMLElement>(input)?.focus();
  };
  const again = error.status === 0 || error.status >= 500 || error.status === 429;
  return (
    <Alert ref={alert} tabIndex={-1} className={styles.problem} color="red" role="alert" mb="md" title={title}>
      {message}
      {faults.length > 0 && (
        <ul className={styles.problems}>
          {faults.map(({ column, label, fault }) => (
            <li key={column}>
              <button type="button" onClick={() => goTo(column)}>
                {label}
              </button>
              : {fault}
            </li>
          ))}
        </ul>
      )}
      {again && (
        <Button size="compact-sm" variant="light" color="red" onClick={retry} ml="sm">
          {t('common.retry')}
        </Button>
      )}
    </Alert>
  );
}
