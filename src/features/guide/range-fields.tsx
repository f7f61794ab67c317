import { useState } from 'react';
import { isEnter } from '#client/composition.ts';
import { useT } from '#ui/interface.tsx';
import { BareInput } from '#ui/kit/bare-field.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import type { GuideWords } from './guide.messages.ts';
import { clampedRange, columnCount, type Range, sameRange } from './guide.rules.ts';
import styles from './range-fields.module.css';

interface RangeFieldsProps {
  /** The name of their item. */
  name: string;
  range: Range;
  onChange: (range: Range) => void;
}

/** A range as two numbers: Enter or leaving a field limits the typed numbers to the timeline. */
export function RangeFields({ name, range, onChange }: RangeFieldsProps) {
  const t = useT<GuideWords>();
  const fields = [
    { field: 'start', label: t('guide.field_start'), named: t('guide.start_of', { name }) },
    { field: 'length', label: t('guide.field_length'), named: t('guide.length_of', { name }) },
  ] as const;
  const [typed, setTyped] = useState<Partial<Record<keyof Range, string>>>({});
  const enter = (input: HTMLInputElement, field: keyof Range) => {
    const number = Math.round(input.valueAsNumber);
    const next = clampedRange({ ...range, ...(!Number.isNaN(number) && { [field]: number }) });
    setTyped({});
    if (!sameRange(next, range)) onChange(next);
  };
  return (
    <Inline as="span" gap="4px 10px" className={styles.fields}>
      {fields.map(({ field, label, named }) => (
        <Inline as="label" key={field} whole between tight tone="soft" size="fine">
          <span aria-hidden="true">{label}</span>
          <BareInput
            type="number"
            min={1}
            max={columnCount}
            value={typed[field] ?? range[field]}
            aria-label={named}
            autoComplete="off"
            onChange={(event) => setTyped({ [field]: event.currentTarget.value })}
            onBlur={(event) => enter(event.currentTarget, field)}
            onKeyDown={(event) => {
              if (isEnter(event)) enter(event.currentTarget, field);
              if (event.key === 'Escape') setTyped({});
            }}
          />
        </Inline>
      ))}
    </Inline>
  );
}
