import type { UseFormReturnType } from '@mantine/form';
import { useRef } from 'react';
import { Field } from '#ui/form/field.tsx';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../book.messages.ts';
import { BookField } from './book-field.tsx';
import type { EditorValues } from './book-values.rules.ts';
import styles from './editor.module.css';

interface ContentFieldsProps {
  form: UseFormReturnType<EditorValues>;
  formats: readonly string[];
}

const spindle = 'SPINDLE';

/** The format and the content location. Spindle has its own checkbox, which also shows the content zip. */
export function ContentFields({ form, formats }: ContentFieldsProps) {
  const t = useT<BookWords>();
  const { format, content_zip_url: zip } = form.values;
  const isSpindle = format === spindle;
  const other = useRef(isSpindle ? 'EPUB' : format);
  const setFormat = (next: string) => {
    if (next !== spindle) other.current = next;
    form.setFieldValue('format', next);
  };
  const field = (name: 'content_zip_url' | 'epub_content_id' | 'epub_path') => (
    <BookField name={name} {...form.getInputProps(name)} />
  );
  return (
    <>
      <label className={styles.check}>
        <input
          type="checkbox"
          name="spindle"
          checked={isSpindle}
          onChange={(event) => setFormat(event.currentTarget.checked ? spindle : other.current)}
        />
        {t('book.spindle')}
      </label>
      <Field label={t('book.field_format')} error={form.errors.format} required>
        {(control) => (
          <select {...control} name="format" value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
            {(formats.includes(format) ? formats : [format, ...formats]).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
      </Field>
      {(isSpindle || zip !== '') && field('content_zip_url')}
      {field('epub_content_id')}
      {field('epub_path')}
    </>
  );
}
