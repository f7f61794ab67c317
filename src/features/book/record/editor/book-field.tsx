import { Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../../book.messages.ts';
import type { PlainField } from '../book-columns.rules.ts';
import { findBookField } from '../book-fields.rules.ts';
import styles from './editor.module.css';

export interface BookFieldProps {
  name: PlainField;
  value?: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  /** A word of help or warning under the label. */
  hint?: string | undefined;
  /** Shown, but not to be changed. */
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

/** One plain field of a book, as its kind asks for. */
export function BookField({ name, value = '', onChange, error, hint, fixed }: BookFieldProps) {
  const t = useT<BookWords>();
  const field = findBookField(name);
  const shared = {
    label: t(`book.field_${name}`),
    name,
    value,
    error,
    description: hint,
    required: field?.required && !fixed,
    readOnly: fixed,
    variant: fixed ? 'unstyled' : undefined,
    className: wide.has(name) ? styles.wide : undefined,
  };
  if (field?.kind === 'choice') {
    const labels: Record<string, string> = { Y: t('common.yes'), N: t('common.no') };
    const data = (field.choices ?? []).map((choice) => ({ value: choice, label: labels[choice] ?? choice }));
    return (
      <Select
        {...shared}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
        data={data}
        clearable
        placeholder="—"
        clearButtonProps={{ 'aria-label': t('common.reset') }}
      />
    );
  }
  const typed = {
    maxLength: field?.max,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (field?.kind === 'longtext') return <Textarea {...shared} {...typed} autosize minRows={2} maxRows={12} />;
  return (
    <TextInput
      {...shared}
      {...typed}
      autoComplete="off"
      inputMode={field?.kind === 'integer' ? 'numeric' : undefined}
    />
  );
}
