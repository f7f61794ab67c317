import { MultiSelect, Pill } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Choice } from '../form/record-values.rules.ts';
import { useT } from '../interface.tsx';
import { Button } from './button.tsx';
import { FieldMark } from './field-mark.tsx';
import { isDeletion } from './is-deletion.ts';
import { Inline } from './layout.tsx';
import { hasSelected, isEnterAlone } from './pick-on-enter.ts';
import styles from './record-picker.module.css';
import { Spinner } from './spinner.tsx';

interface RecordPickerProps {
  label: string;
  /** The name of the form field. */
  name: string;
  value: readonly Choice[];
  onChange: (value: Choice[]) => void;
  /** Asks the server for the records that match the typed text. */
  find: (text: string) => Promise<Choice[]>;
  /** A button that creates a record and picks it; undefined means that none was created. */
  create?: { label: string; open: () => Promise<Choice | undefined> };
  /** How many can be picked; any number by default. Another one takes the place of the first. */
  max?: number;
  error?: ReactNode;
  hint?: string;
  required?: boolean;
}

// Debounce: the pause after a finished word. Milliseconds.
const pauseMs = 400;

/** Picks records by typing: matches are offered, picked records are shown as pills. */
export function RecordPicker(props: RecordPickerProps) {
  const { value, onChange, create } = props;
  const t = useT();
  // Who picks another one means that one.
  const pick = (choices: Choice[]) => onChange(choices.slice(-(props.max ?? choices.length)));
  const { found, status, text, search, enter, retry, input } = useFound(props.find, (choices) => {
    const [only, ...others] = choices.filter((choice) => value.every((one) => one.value !== choice.value));
    if (!only || others.length > 0) return false;
    pick([...value, only]);
    return true;
  });
  const isFull = value.length === props.max;
  const isLeft = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  // What was typed and stands for no record would be lost when the form is sent.
  const unmatched = text.trim() === '' ? '' : t('select.unmatched', { text: text.trim() });
  const [refused, setRefused] = useState('');
  useEffect(() => field.current?.setCustomValidity(unmatched), [unmatched]);
  const known = useMemo(() => new Map([...value, ...found].map((choice) => [choice.value, choice])), [value, found]);
  const add = async () => {
    const made = await create?.open();
    if (!made) return;
    search('');
    pick([...value.filter((one) => one.value !== made.value), made]);
  };
  // A record that is picked beside the field, and leaves no place for another, takes the place of what was typed.
  const picked = value.map((one) => one.value).join();
  useEffect(() => {
    if (isFull) search('');
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isFull, picked]);
  const failed = status === 'failed' && (
    <>
      {t('select.failed')}{' '}
      <Button variant="link" onClick={retry}>
        {t('common.retry')}
      </Button>
    </>
  );
  return (
    <div>
      <FieldMark name={props.name} label={props.label} />
      <Inline
        low
        tight
        data-picked={value.length > 0 || undefined}
        // What was typed before hydration; the library takes a change elsewhere than in the focused field for autofill.
        onChange={({ target }) =>
          target instanceof HTMLInputElement && target !== document.activeElement && search(target.value)
        }
      >
        <MultiSelect
          ref={field}
          onInvalid={(event) => {
            event.preventDefault();
            setRefused(unmatched);
          }}
          label={props.label}
          name={props.name}
          description={props.hint}
          // Only the mark: a record is required, not text in the field.
          withAsterisk={props.required ?? false}
          aria-required={props.required}
          data={[...known.values()]}
          value={value.map((choice) => choice.value)}
          onChange={(keys) => pick(keys.flatMap((key) => known.get(key) ?? []))}
          searchable
          searchValue={text}
          onInput={input}
          onSearchChange={(typed) => !isLeft.current && search(typed)}
          // The library would empty the field; text stays until a record is picked.
          onBlur={() => {
            isLeft.current = true;
            queueMicrotask(() => (isLeft.current = false));
          }}
          onKeyDown={(event) => {
            if (!isEnterAlone(event)) return;
            event.preventDefault();
            if (!hasSelected(event)) enter();
          }}
          // The server has already matched; picked records are shown as pills.
          filter={({ options }) =>
            options.filter((option) => 'value' in option && found.some((one) => one.value === option.value))
          }
          hidePickedOptions
          error={failed || (unmatched !== '' && refused === unmatched && refused) || props.error}
          // Only to go on with what was typed before.
          openOnFocus={text !== ''}
          withScrollArea={false}
          nothingFoundMessage={status === 'found' && text.trim() !== '' ? t('select.empty') : undefined}
          rightSection={status === 'loading' ? <Spinner /> : <span />}
          renderPill={({ option, onRemove }) => (
            <Pill withRemoveButton onRemove={onRemove} title={option.label}>
              {option.label}
            </Pill>
          )}
          className={isFull && text === '' ? styles.full : styles.field}
        />
        {create && !isFull && <Button onClick={() => void add()}>{create.label}</Button>}
      </Inline>
    </div>
  );
}

/**
 * Finds matches for the typed text after a pause, or after Enter, which also passes them to `onEnter`: if that takes
 * one, the text is done with. Deleting letters, wherever they are, sends no request: what was found stays on offer, since
 * it matches less text as well. An empty text finds nothing.
 */
function useFound(find: RecordPickerProps['find'], onEnter: (choices: Choice[]) => boolean) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<Choice[]>([]);
  const [status, setStatus] = useState<'idle' | 'loading' | 'found' | 'failed'>('idle');
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef(0);
  const isDeleted = useRef(false);
  // The text that what was found, or is being asked for, belongs to.
  const listed = useRef('');
  const [entered, setEntered] = useState(false);
  useEffect(() => () => clearTimeout(pause.current), []);
  const request = (wanted: string) => {
    clearTimeout(pause.current);
    listed.current = wanted;
    newest.current += 1;
    const turn = newest.current;
    const settle = (next: typeof status, choices: Choice[]) => {
      // A later request has been sent: this answer is stale.
      if (turn !== newest.current) return;
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
    setText(typed);
    setEntered(false);
    clearTimeout(pause.current);
    if (typed.trim() === '') request('');
    else if (!isDeleted.current) pause.current = setTimeout(() => request(typed.trim()), pauseMs);
    // That nothing matched more text says nothing about less.
    else if (found.length === 0) setStatus('idle');
  };
  // Comes before the change of the text that it causes.
  const input = (event: FormEvent) => {
    isDeleted.current = isDeletion(event);
  };
  useEffect(() => {
    if (!entered || status === 'loading') return;
    setEntered(false);
    if (status === 'found' && onEnter(found)) search('');
  });
  const enter = () => {
    setEntered(true);
    // What is listed belongs to another text.
    if (listed.current !== text.trim()) request(text.trim());
  };
  return { found, status, text, search, enter, retry: () => request(text.trim()), input };
}
