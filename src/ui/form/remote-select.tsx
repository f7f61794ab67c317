import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
import { BareInput } from '../kit/bare-field.tsx';
import { Button } from '../kit/button.tsx';
import { type Control, Field } from '../kit/field.tsx';
import { SearchSelect } from '../kit/search-select.tsx';
import { Spinner } from '../kit/spinner.tsx';
import type { Choice } from './record-values.rules.ts';
import styles from './remote-select.module.css';

interface RemoteSelectProps {
  label: string;
  /** The name of the form field. */
  name: string;
  value: Choice | null;
  onChange: (value: Choice | null) => void;
  /**
   * Loads the choices from the server, once. If they depend on another field, set the selector's `key` to its value.
   */
  load: () => Promise<Choice[]>;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  /** The text of the list if the server has no options at all. */
  emptyLabel?: string;
}

/**
 * A selector that filters while typing and loads its options from the server when first opened. Until it is first
 * touched it is plain HTML: the list and its code would slow the hydration of a page with many fields.
 */
export function RemoteSelect(props: RemoteSelectProps) {
  const { label, name, value, required, error } = props;
  const t = useT();
  const { options, status, start } = useChoices(props.load);
  const [touched, setTouched] = useState(false);
  const failed = status === 'failed' && (
    <>
      {t('select.failed')}{' '}
      <Button variant="link" onClick={start}>
        {t('common.retry')}
      </Button>
    </>
  );
  return (
    <Field label={label} error={failed || error} required={required} name={name}>
      {(control) =>
        touched ? (
          <OpenedSelect {...props} control={control} options={options} status={status} start={start} />
        ) : (
          <>
            <ClosedSelect {...props} control={control} onTouch={() => setTouched(true)} />
            <input type="hidden" name={name} value={value?.value ?? ''} />
          </>
        )
      }
    </Field>
  );
}

interface ClosedSelectProps extends RemoteSelectProps {
  control: Control;
  onTouch: () => void;
}

function ClosedSelect({ control, value, onChange, required, disabled, placeholder, onTouch }: ClosedSelectProps) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  // It may already have the focus before the page is hydrated.
  useEffect(() => {
    if (document.activeElement === field.current) onTouch();
  }, [onTouch]);
  const clearable = value !== null && !required && !disabled;
  return (
    <div className={styles.closed}>
      <BareInput
        {...control}
        ref={field}
        className={`${control.className} ${styles.value}`}
        role="combobox"
        aria-expanded="false"
        aria-controls={`${control.id}-list`}
        aria-haspopup="listbox"
        readOnly
        disabled={disabled}
        placeholder={placeholder}
        value={value?.label ?? ''}
        onFocus={onTouch}
        onClick={onTouch}
      />
      {clearable ? (
        <Button
          variant="bare"
          className={styles.end}
          tabIndex={-1}
          aria-label={t('common.reset')}
          onClick={() => {
            onChange(null);
            field.current?.focus();
          }}
        >
          <Icon name="close" size={16} />
        </Button>
      ) : (
        <span className={styles.end} />
      )}
    </div>
  );
}

interface OpenedSelectProps extends RemoteSelectProps {
  control: Control;
  options: Choice[] | null;
  status: Status;
  start: () => void;
}

function OpenedSelect({ control, options, status, start, ...props }: OpenedSelectProps) {
  const { name, value, onChange, required, disabled, placeholder, emptyLabel } = props;
  const t = useT();
  const empty = options?.length === 0 ? emptyLabel : undefined;
  return (
    <SearchSelect
      id={control.id}
      aria-describedby={control['aria-describedby']}
      className={styles.opened}
      name={name}
      options={options}
      value={value}
      onChange={onChange}
      error={control['aria-invalid']}
      required={required}
      disabled={disabled}
      placeholder={empty ?? placeholder}
      autoFocus
      clearable={!required}
      classNames={{ options: styles.options }}
      onDropdownOpen={start}
      rightSection={status === 'loading' ? <Spinner /> : undefined}
      nothingFoundMessage={
        status === 'loading' ? t('common.loading') : status === 'failed' ? undefined : (empty ?? t('select.empty'))
      }
    />
  );
}

type Status = 'idle' | 'loading' | 'loaded' | 'failed';

/** Loads once; after a failure, each start tries again. */
function useChoices(load: () => Promise<Choice[]>) {
  const [options, setOptions] = useState<Choice[] | null>(null);
  const [status, setStatus] = useState<Status>('idle');
  const busy = useRef(false);
  const start = () => {
    if (busy.current) return;
    busy.current = true;
    setStatus('loading');
    load().then(
      (loaded) => {
        setOptions(loaded);
        setStatus('loaded');
      },
      () => {
        busy.current = false;
        setStatus('failed');
      },
    );
  };
  return { options, status, start };
}
