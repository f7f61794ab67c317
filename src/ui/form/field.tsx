import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

/** What a field gives to its control of plain HTML. */
export interface Control {
  id: string;
  className: string | undefined;
  required: boolean;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  /** A word of help or warning under the label. */
  hint?: string | undefined;
  error?: ReactNode;
  required?: boolean | undefined;
  className?: string | undefined;
  children: (control: Control) => ReactNode;
}

/**
 * A field around a control of plain HTML: label, help and error. In a form of forty fields each component counts, when the
 * page comes alive and at every key.
 */
export function Field({ label, hint, error, required = false, className, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required && (
          <span className={styles.required} aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: styles.control,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/** What is wrong with a field, under it. */
export function FieldError({ id, error }: { id?: string; error: ReactNode }) {
  if (!error) return null;
  return (
    <p id={id} className={styles.error}>
      {error}
    </p>
  );
}
