import type { ReactNode } from 'react';
import { useT } from '#ui/interface.tsx';
import { Checkbox, Choices } from '#ui/kit/choice.tsx';
import type { BookWords } from '../book.messages.ts';
import { cefrLevels } from '../fields/book-fields.rules.ts';

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
    <Choices label={t('book.field_cefr_level')} name="cefr_level" error={error}>
      {cefrLevels.map((level) => (
        <Checkbox
          key={level}
          label={level}
          name="cefr_level"
          value={level}
          {...(onChange && { checked: chosen.has(level) })}
          onChange={(event) => set(level, event.currentTarget.checked)}
        />
      ))}
    </Choices>
  );
}
