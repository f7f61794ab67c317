import type { UseFormReturnType } from '@mantine/form';
import { FieldError } from '#ui/form/field.tsx';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../book.messages.ts';
import { levelTypes } from '../fields/book-fields.rules.ts';
import { BookField } from './book-field.tsx';
import type { EditorValues } from './book-values.rules.ts';
import { CefrChecks } from './cefr-checks.tsx';
import styles from './editor.module.css';

/** The level type decides which inputs are shown; text in the others is kept. */
export function LevelFields({ form }: { form: UseFormReturnType<EditorValues> }) {
  const t = useT<BookWords>();
  const type = form.values.level_type;
  return (
    <>
      <fieldset className={styles.checks}>
        <legend>{t('book.field_level_type')}</legend>
        {[...levelTypes, '' as const].map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="level_type"
              value={one}
              checked={type === one}
              onChange={() => form.setFieldValue('level_type', one)}
            />
            {one === '' ? t('common.none') : one}
          </label>
        ))}
        <FieldError error={form.errors.level_type} />
      </fieldset>
      <div className={styles.template}>
        {type === 'Lexile' && (
          <BookField name="lexile" {...form.getInputProps('lexile')} hint={t('book.lexile_hint')} />
        )}
        {type === 'CEFR' && <CefrChecks {...form.getInputProps('cefr_level')} />}
      </div>
    </>
  );
}
