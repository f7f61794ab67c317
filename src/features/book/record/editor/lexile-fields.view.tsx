import { TextInput } from '@mantine/core';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../../book.messages.ts';
import { findBookField } from '../book-fields.rules.ts';

/** The inputs of a book whose level type is Lexile, as a form template. */
export default function LexileFields() {
  const t = useT<BookWords>();
  return (
    <TextInput
      name="lexile"
      label={t('book.field_lexile')}
      description={t('book.lexile_hint')}
      maxLength={findBookField('lexile')?.max}
      autoComplete="off"
    />
  );
}
