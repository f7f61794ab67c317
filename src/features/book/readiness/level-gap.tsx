import { useId, useState } from 'react';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../book.messages.ts';
import { cefrLevels } from '../record/book-columns.rules.ts';
import { FieldGap } from './field-gap.tsx';
import type { GapProps } from './gap-row.tsx';
import styles from './readiness-card.module.css';

const isCefr = (text: string) =>
  text.split(/[,;/]/).some((part) => cefrLevels.some((level) => level.toLowerCase() === part.trim().toLowerCase()));

/** No reading level: a Lexile measure or CEFR levels, told apart by what is typed. */
export function LevelGap(props: GapProps) {
  const t = useT<BookWords>();
  const [text, setText] = useState('');
  const levels = useId();
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
      <input
        className={styles.control}
        aria-label={t('book.level_typed')}
        placeholder="650L, A1"
        list={levels}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={100}
        autoComplete="off"
      />
      <datalist id={levels}>
        {cefrLevels.map((level) => (
          <option key={level} value={level} />
        ))}
      </datalist>
    </FieldGap>
  );
}
