import { DateField } from '#ui/date/date-field.tsx';
import { useT } from '#ui/interface.tsx';
import { Checkbox, Radio, RadioGroup } from '#ui/kit/choice.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import type { CodeWords } from '../code.messages.ts';
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
    <Input
      label={t('code.change_days')}
      type="number"
      name="length"
      min={0}
      max={mostDays}
      required
      onChange={({ currentTarget: input }) => onChange(input.value !== '' && input.validity.valid ? input.value : null)}
    />
  );
}

function Cancelling({ value, onChange }: ChangeValueProps) {
  const t = useT<CodeWords>();
  return (
    <RadioGroup name="is_canceled" aria-label={t('code.change_is_canceled')} value={value ?? ''} onChange={onChange}>
      <Inline gap="8px 20px">
        <Radio value="1" label={t('code.cancel_many')} />
        <Radio value="0" label={t('code.restore_many')} />
      </Inline>
    </RadioGroup>
  );
}

const noEnd = '0';

function End({ field, value, onChange }: ChangeValueProps) {
  const t = useT<CodeWords>();
  return (
    <Inline low gap="8px 20px">
      <DateField
        label={t('code.change_day')}
        name={field}
        disabled={value === noEnd}
        onChange={(day) => onChange(day || null)}
      />
      <Checkbox
        label={t('code.no_end')}
        checked={value === noEnd}
        onChange={(event) => onChange(event.currentTarget.checked ? noEnd : null)}
      />
    </Inline>
  );
}
