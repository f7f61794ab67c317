import { useT } from '#ui/interface.tsx';
import { Input } from '#ui/kit/input.tsx';
import type { BookWords } from '../book.messages.ts';
import { findBookField } from '../fields/book-fields.rules.ts';

/** The inputs of a book whose level type is Lexile, as a form template. */
export default function LexileFields() {
  const t = useT<BookWords>();
  return (
    <Input
      label={t('book.field_lexile')}
      hint={t('book.lexile_hint')}
      name="lexile"
      maxLength={findBookField('lexile')?.max}
      autoComplete="off"
    />
  );
}
