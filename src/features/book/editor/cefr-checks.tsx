import type { ReactNode } from 'react';
import { FieldError } from '#ui/form/field.tsx';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../book.messages.ts';
import { cefrLevels } from '../fields/book-fields.rules.ts';
import styles from './editor.module.css';

interface CefrChecksProps {
  /** The levels, separated by commas. */
  value?: string;
  /** Omitted in the form template, where nothing listens. */
  onChange?: (value: string) => void;
  error?: ReactNode;
}

/** The CEFR levels of a book: one or several. */
export function CefrChecks({ value = '', onChange, error }: CefrChecksProps) {
  const t = useT<BookWords>();
  const chosen = new Set(value.split(','));
  const set = (level: string, isOn: boolean) =>
    onChange?.(cefrLevels.filter((one) => (one === level ? isOn : chosen.has(one))).join(','));
  return (
    <fieldset className={styles.checks}>
      <legend>{t('book.field_cefr_level')}</legend>
      {cefrLevels.map((level) => (
        <label key={level}>
          <input
            type="checkbox"
            name="cefr_level"
            value={level}
            {...(onChange && { checked: chosen.has(level) })}
            onChange={(event) => set(level, event.currentTarget.checked)}
          />
          {level}
        </label>
      ))}
      <FieldError error={error} />
    </fieldset>
  );
}
