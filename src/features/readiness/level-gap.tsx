import { useState } from 'react';
import { cefrLevels } from '#features/book/book-parts.public.tsx';
import type { BookWords } from '#features/book/book-words.public.ts';
import { SuggestInput } from '#ui/form/suggest-input.tsx';
import { useT } from '#ui/interface.tsx';
import { FieldGap } from './field-gap.tsx';
import type { GapProps } from './gap-row.tsx';
import styles from './readiness-card.module.css';

const levels = cefrLevels.map((level) => ({ value: level, label: level }));

const isCefr = (text: string) =>
  text.split(/[,;/]/).some((part) => cefrLevels.some((level) => level.toLowerCase() === part.trim().toLowerCase()));

/** No reading level: a Lexile measure or CEFR levels, told apart by what is typed. */
export function LevelGap(props: GapProps) {
  const t = useT<BookWords>();
  const [text, setText] = useState('');
  const fields = isCefr(text)
    ? ({ level_type: 'CEFR', cefr_level: text } as const)
    : ({ level_type: 'Lexile', lexile: text } as const);
  return (
    <FieldGap
      {...props}
      fields={text.trim() === '' ? null : fields}
      label={t('book.mend_level')}
      isTouched={text.trim() !== ''}
    >
      <SuggestInput
        className={styles.control}
        aria-label={t('book.level_typed')}
        placeholder="650L, A1"
        choices={levels}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={100}
      />
    </FieldGap>
  );
}
