import { Button, Loader, MultiSelect } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../interface.tsx';
import button from '../page/button.module.css';
import styles from './record-picker.module.css';
import type { Choice } from './record-values.rules.ts';

interface RecordPickerProps {
  label: string;
  /** The name of the form field. */
  name: string;
  value: readonly Choice[];
  onChange: (value: Choice[]) => void;
  /** Asks the server what a typed text finds. */
  find: (text: string) => Promise<Choice[]>;
  /** A button that makes a new record and picks it; undefined means that nothing was made. */
  create?: { label: string; open: () => Promise<Choice | undefined> };
  /** How many can be picked; any number by default. */
  max?: number;
  error?: ReactNode;
  description?: string;
  required?: boolean;
}

// How long somebody pauses who has finished a word. Milliseconds.
const pauseMs = 400;

/** Picks records by typing: what the text finds is offered, what is picked stands as pills. */
export function RecordPicker(props: RecordPickerProps) {
  const { value, onChange, create } = props;
  const t = useT();
  const { found, status, text, search, retry } = useFound(props.find);
  const known = useMemo(() => new Map([...value, ...found].map((choice) => [choice.value, choice])), [value, found]);
  const add = async () => {
    const made = await create?.open();
    if (made) onChange([...value.filter((one) => one.value !== made.value), made].slice(-(props.max ?? Infinity)));
  };
  const failed = status === 'failed' && (
    <>
      {t('select.failed')}{' '}
      <button type="button" className={button.link} onClick={retry}>
        {t('common.retry')}
      </button>
    </>
  );
  return (
    <div className={styles.picker}>
      <MultiSelect
        label={props.label}
        name={props.name}
        description={props.description}
        // The mark alone: what is required is a record, not a text in the field.
        withAsterisk={props.required ?? false}
        aria-required={props.required}
        data={[...known.values()]}
        value={value.map((choice) => choice.value)}
        onChange={(keys) => onChange(keys.flatMap((key) => known.get(key) ?? []))}
        searchable
        searchValue={text}
        onSearchChange={search}
        // What was found is what matches; what is picked stands as a pill already.
        filter={({ options }) =>
          options.filter((option) => 'value' in option && found.some((one) => one.value === option.value))
        }
        hidePickedOptions
        maxValues={props.max}
        error={failed || props.error}
        openOnFocus={false}
        withScrollArea={false}
        nothingFoundMessage={status === 'found' && text.trim() !== '' ? t('select.empty') : undefined}
        rightSection={status === 'loading' ? <Loader size={16} /> : <span />}
        className={styles.field}
      />
      {create && (
        <Button variant="default" onClick={() => void add()}>
          {create.label}
        </Button>
      )}
    </div>
  );
}

/** What the typed text finds, asked for after a pause. Deleting letters asks nothing, an empty text finds nothing. */
function useFound(find: RecordPickerProps['find']) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<Choice[]>([]);
  const [status, setStatus] = useState<'idle' | 'loading' | 'found' | 'failed'>('idle');
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(0);
  useEffect(() => () => clearTimeout(pause.current), []);
  const ask = (wanted: string) => {
    asked.current += 1;
    const turn = asked.current;
    const settle = (next: typeof status, choices: Choice[]) => {
      // An answer that comes after that to a later question is out of date.
      if (turn !== asked.current) return;
      setStatus(next);
      setFound(choices);
    };
    if (wanted === '') return settle('idle', []);
    setStatus('loading');
    find(wanted).then(
      (choices) => settle('found', choices),
      () => settle('failed', []),
    );
  };
  const search = (typed: string) => {
    const deleted = typed.length < text.length && text.startsWith(typed);
    setText(typed);
    clearTimeout(pause.current);
    if (typed.trim() === '') ask('');
    else if (!deleted) pause.current = setTimeout(() => ask(typed.trim()), pauseMs);
  };
  return { found, status, text, search, retry: () => ask(text.trim()) };
}
