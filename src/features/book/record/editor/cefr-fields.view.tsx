import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../../book.messages.ts';
import { cefrLevels } from '../book-fields.rules.ts';
import styles from './editor.module.css';

/** The inputs of a book whose level type is CEFR: a form template, filled and read by the form it is put into. */
export default function CefrFields() {
  const t = useT<BookWords>();
  return (
    <fieldset className={styles.checks}>
      <legend>{t('book.field_cefr_level')}</legend>
      {cefrLevels.map((level) => (
        <label key={level}>
          <input type="checkbox" name="cefr_level" value={level} /> {level}
        </label>
      ))}
    </fieldset>
  );
}
