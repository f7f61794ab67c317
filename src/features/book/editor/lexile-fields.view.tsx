import { useT } from '#ui/interface.tsx';
import { Field } from '#ui/kit/field.tsx';
import type { BookWords } from '../book.messages.ts';
import { findBookField } from '../fields/book-fields.rules.ts';

/** The inputs of a book whose level type is Lexile, as a form template. */
export default function LexileFields() {
  const t = useT<BookWords>();
  return (
    <Field label={t('book.field_lexile')} hint={t('book.lexile_hint')}>
      {(control) => <input {...control} name="lexile" maxLength={findBookField('lexile')?.max} autoComplete="off" />}
    </Field>
  );
}
