import { useId } from 'react';
import { DateInput } from '#ui/date/date-input.tsx';
import { useT } from '#ui/interface.tsx';
import type { CodeWords } from '../code.messages.ts';
import styles from './code-change.module.css';
import { type ChangedField, mostDays } from './code-change.rules.ts';

interface ChangeValueProps {
  field: ChangedField;
  /** In the form that calls take; null while nothing is chosen. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** The new value of a field of codes. */
export function ChangeValue(props: ChangeValueProps) {
  const { field, onChange } = props;
  const t = useT<CodeWords>();
  if (field === 'is_canceled') return <Cancelling {...props} />;
  if (field !== 'length') return <End {...props} />;
  return (
    <label className={styles.field}>
      <span>{t('code.change_days')}</span>
      <input
        type="number"
        name="length"
        min={0}
        max={mostDays}
        required
        onChange={({ currentTarget: input }) =>
          onChange(input.value !== '' && input.validity.valid ? input.value : null)
        }
      />
    </label>
  );
}

function Cancelling({ value, onChange }: ChangeValueProps) {
  const t = useT<CodeWords>();
  return (
    <fieldset className={styles.choice}>
      {(['1', '0'] as const).map((set) => (
        <label key={set}>
          <input type="radio" name="is_canceled" value={set} checked={value === set} onChange={() => onChange(set)} />
          {t(set === '1' ? 'code.cancel_many' : 'code.restore_many')}
        </label>
      ))}
    </fieldset>
  );
}

const noEnd = '0';

function End({ field, value, onChange }: ChangeValueProps) {
  const t = useT<CodeWords>();
  const id = useId();
  return (
    <div className={styles.choice}>
      <div className={styles.field}>
        <label htmlFor={id}>{t('code.change_day')}</label>
        <DateInput id={id} name={field} disabled={value === noEnd} onChange={(day) => onChange(day || null)} />
      </div>
      <label>
        <input
          type="checkbox"
          checked={value === noEnd}
          onChange={(event) => onChange(event.currentTarget.checked ? noEnd : null)}
        />
        {t('code.no_end')}
      </label>
    </div>
  );
}
