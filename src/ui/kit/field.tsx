import { type ReactNode, useId } from 'react';
import { FieldMark } from './field-mark.tsx';
import styles from './field.module.css';

/** The props a field passes to its control. */
export interface Control {
  id: string;
  className: string | undefined;
  required: boolean;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** What a field says of its control. */
export interface FieldTexts {
  /** Omitted where the control has an `aria-label`. */
  label?: ReactNode;
  /** Help or a warning under the control, so that the controls of a row are in line. */
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean | undefined;
  /** Of the field as a whole. */
  className?: string | undefined;
}

interface FieldProps extends FieldTexts {
  /** The id of the control, if something refers to it. */
  id?: string | undefined;
  /** The name of the control: what there is about the field is shown above its end. */
  name?: string | undefined;
  children: (control: Control) => ReactNode;
}

/**
 * A field around a plain HTML control: label, help and error. In a form of forty fields every component adds to the
 * cost of hydration and of each keystroke.
 */
export function Field({ label, hint, error, required = false, className, id: wanted, name, children }: FieldProps) {
  const own = useId();
  const id = wanted ?? own;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      {label && <FieldMark name={name} label={label} />}
      {label && (
        <label htmlFor={id} className={styles.label}>
          {label}
          {required && <Required />}
        </label>
      )}
      {children({
        id,
        className: styles.control,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/** The mark of a field that must be filled in; programs that read it aloud know it from the control. */
export const Required = () => (
  <span className={styles.required} aria-hidden="true">
    {' *'}
  </span>
);

/** The help of a field, shown under it. */
export function FieldHint({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} className={styles.hint}>
      {children}
    </p>
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
