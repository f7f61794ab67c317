import type { ReactNode } from 'react';
import { Field } from '../kit/field.tsx';
import { DateInput, type DateInputProps } from './date-input.tsx';

interface DateFieldProps extends Omit<DateInputProps, 'className'> {
  label: string;
  hint?: string | undefined;
  error?: ReactNode;
}

/** A date with its label, help and error. */
export function DateField({ label, hint, error, required, ...date }: DateFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} name={date.name}>
      {(control) => <DateInput {...date} {...control} />}
    </Field>
  );
}
