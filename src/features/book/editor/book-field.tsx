import type { ReactNode } from 'react';
import { useT } from '#ui/interface.tsx';
import { Field } from '#ui/kit/field.tsx';
import type { BookWords } from '../book.messages.ts';
import { findBookField, type PlainField } from '../fields/book-fields.rules.ts';
import styles from './book-editor.module.css';

interface BookFieldProps {
  name: PlainField;
  value?: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  /** Help or a warning under the control. */
  hint?: string | undefined;
  /** Shown, but read-only. */
  fixed?: boolean;
}

const wide: ReadonlySet<PlainField> = new Set([
  'title',
  'title_en',
  'original_title',
  'author',
  'summary',
  'keywords',
  'remarks',
]);

/** One plain field of a book, rendered by its kind. */
export function BookField({ name, value = '', onChange, error, hint, fixed }: BookFieldProps) {
  const t = useT<BookWords>();
  const field = findBookField(name);
  const change = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  const shared = { name, value, onChange: change, maxLength: field?.max, readOnly: fixed };
  const labels: Record<string, string> = { Y: t('common.yes'), N: t('common.no') };
  return (
    <Field
      label={t(`book.field_${name}`)}
      hint={hint}
      error={error}
      required={field?.required && !fixed}
      className={wide.has(name) ? styles.wide : undefined}
    >
      {(control) =>
        field?.choices ? (
          <select {...control} name={name} value={value} onChange={change}>
            <option value="">—</option>
            {field.choices.map((choice) => (
              <option key={choice} value={choice}>
                {labels[choice] ?? choice}
              </option>
            ))}
          </select>
        ) : field?.isLong ? (
          <textarea {...control} {...shared} rows={2} />
        ) : (
          <input {...control} {...shared} autoComplete="off" inputMode={field?.isWhole ? 'numeric' : undefined} />
        )
      }
    </Field>
  );
}
