import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';

/** The props of a control of this element with its field. */
type With<Element extends 'input' | 'textarea' | 'select'> = FieldTexts &
  Omit<ComponentProps<Element>, keyof FieldTexts | 'style'>;

export interface InputProps extends With<'input'> {
  /** Stands within it at the end, such as a unit, and how many pixels it takes. */
  end?: { width: number; of: ReactNode } | undefined;
}

/** A field of one line. */
export function Input({ label, hint, error, required, className, end, ...others }: InputProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required={required}
      className={className}
      id={others.id}
      name={others.name}
    >
      {(control) =>
        end ? (
          <span className={styles.ended} style={{ '--end': `${end.width}px` } as CSSProperties}>
            <input {...others} {...control} />
            <span className={styles.end}>{end.of}</span>
          </span>
        ) : (
          <input {...others} {...control} />
        )
      }
    </Field>
  );
}

interface TextareaProps extends With<'textarea'> {
  /** It grows with its text from this many lines to at most that many. */
  rows?: number;
  most?: number;
}

/** A field of several lines. */
export function Textarea({ label, hint, error, required, className, rows = 2, most, ...others }: TextareaProps) {
  const lines = { '--rows': rows, ...(most && { '--most': most }) } as CSSProperties;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required={required}
      className={className}
      id={others.id}
      name={others.name}
    >
      {(control) => <textarea {...others} {...control} rows={rows} style={lines} />}
    </Field>
  );
}

interface Option {
  value: string;
  label: string;
}

interface SelectProps extends With<'select'> {
  /** A text is its own label; a group has a name, which may be empty. */
  options: readonly (string | Option | { group: string; options: readonly Option[] })[];
}

/** A choice of one from a few; more are found by typing, in a `SearchSelect`. */
export function Select({ label, hint, error, required, className, options, ...others }: SelectProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required={required}
      className={className}
      id={others.id}
      name={others.name}
    >
      {(control) => (
        <select {...others} {...control}>
          {options.map((one) =>
            typeof one === 'object' && 'group' in one ? (
              <optgroup key={`group ${one.group}`} label={one.group}>
                {one.options.map(optionOf)}
              </optgroup>
            ) : (
              optionOf(one)
            ),
          )}
        </select>
      )}
    </Field>
  );
}

const optionOf = (one: string | Option) => {
  const { value, label } = typeof one === 'string' ? { value: one, label: one } : one;
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
};
