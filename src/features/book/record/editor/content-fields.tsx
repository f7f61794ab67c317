import { Checkbox, Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useRef } from 'react';
import editor from '#ui/form/editor.module.css';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../../book.messages.ts';
import { BookField } from './book-field.tsx';
import type { EditorValues } from './book-values.rules.ts';

interface ContentFieldsProps {
  form: UseFormReturnType<EditorValues>;
  formats: readonly string[];
}

const spindle = 'SPINDLE';

/** The format and where its content is. Spindle is a checkbox of its own; it brings the content zip with it. */
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
      <Checkbox
        label={t('book.spindle')}
        name="spindle"
        checked={isSpindle}
        onChange={(event) => setFormat(event.currentTarget.checked ? spindle : other.current)}
        className={editor.check}
      />
      <Select
        label={t('book.field_format')}
        name="format"
        data={[...formats]}
        value={format}
        onChange={(next) => next && setFormat(next)}
        error={form.errors.format}
        allowDeselect={false}
        required
      />
      {(isSpindle || zip !== '') && field('content_zip_url')}
      {field('epub_content_id')}
      {field('epub_path')}
    </>
  );
}
