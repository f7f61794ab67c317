import type { ReactNode } from 'react';
import { useT } from '#ui/interface.tsx';
import { Input, Select, Textarea } from '#ui/kit/input.tsx';
import type { BookWords } from '../book.messages.ts';
import { findBookField, type PlainField } from '../fields/book-fields.rules.ts';
import styles from './book-editor.module.css';

interface BookFieldProps {
  name: PlainField;
  value?: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  /** Help or a warning under the control. */
  hint?: ReactNode;
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
  const shared = {
    name,
    value,
    label: t(`book.field_${name}`),
    hint,
    error,
    required: field?.required && !fixed,
    className: wide.has(name) ? styles.wide : undefined,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (field?.choices) {
    const labels: Record<string, string> = { Y: t('common.yes'), N: t('common.no') };
    const options = field.choices.map((choice) => ({ value: choice, label: labels[choice] ?? choice }));
    return <Select {...shared} options={[{ value: '', label: '—' }, ...options]} />;
  }
  const typed = { ...shared, maxLength: field?.max, readOnly: fixed };
  if (field?.isLong) return <Textarea {...typed} />;
  return <Input {...typed} autoComplete="off" inputMode={field?.isWhole ? 'numeric' : undefined} />;
}
