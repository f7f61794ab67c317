import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

/** The props a field passes to its plain HTML control. */
export interface Control {
  id: string;
  className: string | undefined;
  required: boolean;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  /** Help or a warning under the control, so that the controls of a row are in line. */
  hint?: string | undefined;
  error?: ReactNode;
  required?: boolean | undefined;
  className?: string | undefined;
  children: (control: Control) => ReactNode;
}

/**
 * A field around a plain HTML control: label, help and error. In a form of forty fields every component adds to the
 * cost of hydration and of each keystroke.
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
      {children({
        id,
        className: styles.control,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/** The error of a field, shown under it. */
export function FieldError({ id, error }: { id?: string; error: ReactNode }) {
  if (!error) return null;
  return (
    <p id={id} className={styles.error}>
      {error}
    </p>
  );
}
