import { useState } from 'react';
import type { BookWords } from '#features/book/book-words.public.ts';
import { useT } from '#ui/interface.tsx';
import { FieldGap } from './field-gap.tsx';
import { GapLink, type GapProps, GapRow } from './gap-row.tsx';
import styles from './readiness-card.module.css';

/** No age group: one is chosen, beginning with the one that the neighbours of the book suggest. */
export function AgeGroupGap(props: GapProps) {
  const t = useT<BookWords>();
  const { choices, suggestion, link } = props.requirement;
  const suggested = suggestion ? String(suggestion.body.grp_idx) : '';
  const [chosen, setChosen] = useState(suggested);
  if (choices.length === 0)
    return (
      <li>
        <GapRow requirement={props.requirement}>
          <GapLink link={link} />
        </GapRow>
      </li>
    );
  return (
    <FieldGap
      {...props}
      fields={chosen === '' ? null : { grp_idx: Number(chosen) }}
      label={suggestion && chosen === suggested ? suggestion.label : t('book.mend_set')}
      isTouched={chosen !== suggested}
    >
      <select
        className={styles.control}
        aria-label={t('book.field_age_group')}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        <option value="">{t('book.mend_age_group')}</option>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldGap>
  );
}
