import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react';
import styles from './choice.module.css';
import { classNames } from './class-names.ts';
import { FieldMark, MarkedFieldsContext } from './field-mark.tsx';
import { FieldError, FieldHint, type FieldTexts, Required } from './field.tsx';
import { Grid } from './layout.tsx';

type ChoiceProps = Omit<FieldTexts, 'required'> & Omit<ComponentProps<'input'>, keyof FieldTexts | 'type' | 'role'>;

/** Something that is or is not; it waits for its form to be saved. */
export const Checkbox = (props: ChoiceProps) => <Choice {...props} type="checkbox" />;

/** Something that is or is not, and changes at once. */
export const Switch = (props: ChoiceProps) => <Choice {...props} type="checkbox" isSwitch />;

/** One of a {@link RadioGroup}. */
export function Radio({ value, ...others }: ChoiceProps & { value: string }) {
  const group = use(RadioContext);
  const own = group && {
    name: group.name,
    checked: group.value === value,
    onChange: () => group.onChange(value),
  };
  return <Choice {...own} {...others} value={value} type="radio" />;
}

interface AnyChoiceProps extends ChoiceProps {
  type: 'checkbox' | 'radio';
  isSwitch?: boolean;
}

function Choice({ label, hint, error, className, isSwitch, ...others }: AnyChoiceProps) {
  const own = useId();
  const id = others.id ?? own;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const input = (
    <input
      aria-describedby={described || undefined}
      {...others}
      {...(isSwitch && { role: 'switch' })}
      id={label ? id : others.id}
      aria-invalid={error ? true : undefined}
    />
  );
  if (!label) return input;
  return (
    <div className={classNames(styles.choice, className)}>
      {others.type === 'checkbox' && <FieldMark name={others.name} label={label} />}
      <label className={styles.line}>
        {input}
        <span>{label}</span>
      </label>
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

interface Chosen {
  name: string;
  value: string;
  onChange: (value: string) => void;
}

const RadioContext = createContext<Chosen | null>(null);

interface RadioGroupProps extends FieldTexts {
  name?: string;
  value: string;
  onChange: (value: string) => void;
  /** In place of a label that is seen. */
  'aria-label'?: string;
  children: ReactNode;
}

/** A choice of one of these radios, with the question that it answers. */
export function RadioGroup({ label, hint, error, required, className, children, ...group }: RadioGroupProps) {
  const id = useId();
  const { name = id, value, onChange, 'aria-label': ariaLabel } = group;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div
      className={className}
      role="radiogroup"
      aria-label={ariaLabel}
      aria-labelledby={label ? `${id}-label` : undefined}
      aria-describedby={described || undefined}
      aria-required={required || undefined}
    >
      {label && <FieldMark name={group.name} label={label} />}
      {label && (
        <span id={`${id}-label`} className={styles.question}>
          {label}
          {required && <Required />}
        </span>
      )}
      <RadioContext value={{ name, value, onChange }}>{children}</RadioContext>
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

interface ChoicesProps extends Omit<ComponentProps<'fieldset'>, 'style'> {
  label: ReactNode;
  error?: ReactNode;
  /** The least width of a column in pixels. */
  least?: number;
  /** The name of all of them, where they are one field of a record. */
  name?: string;
}

/** Several checkboxes under one question, in columns. */
export const Choices = ({ label, error, least = 110, name, className, children, ...others }: ChoicesProps) => (
  <div className={className}>
    <FieldMark name={name} label={label} />
    <Grid as="fieldset" least={least} gap="4px 14px" {...others} className={styles.choices}>
      <legend className={styles.question}>{label}</legend>
      {/* What there is about the field is shown at the question. */}
      <MarkedFieldsContext value={null}>{children}</MarkedFieldsContext>
      <FieldError error={error} />
    </Grid>
  </div>
);
