import { useEffect, useId, useRef, useState } from 'react';
import { fold } from '#kernel/fold.rules.ts';
import type { Choice } from '../form/record-values.rules.ts';
import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
import button from '../page/button.module.css';
import styles from './filters.module.css';

interface RecordFilterProps {
  /** The parameter of the address, which has the key of the record. */
  name: string;
  label: string;
  value: number | undefined;
  /** What the chosen record is called. */
  title: string | null;
  /** Asks the server what a typed text finds. */
  find: (text: string) => Promise<Choice[]>;
  resetLabel: string;
}

// How long somebody pauses who has finished a word. Milliseconds.
const pauseMs = 400;

/** Narrows a list to what belongs to a record: found by typing, taken from the browser's own list, dropped by a button. */
export function RecordFilter({ name, label, value, title, find, resetLabel }: RecordFilterProps) {
  const t = useT();
  const id = useId();
  const text = useRef<HTMLInputElement>(null);
  const key = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const ask = (typed: string) => {
    clearTimeout(pause.current);
    // What fails is asked again with the next letter.
    if (typed !== '') pause.current = setTimeout(() => void find(typed).then(setChoices, () => undefined), pauseMs);
  };
  const take = (input: HTMLInputElement) => {
    const typed = input.value.trim();
    const found = choices.find((choice) => fold(choice.label) === fold(typed));
    input.setCustomValidity(found || typed === '' ? '' : t('select.empty'));
    if (key.current) key.current.value = found?.value ?? '';
    if (found) input.form?.requestSubmit();
    else ask(typed);
  };
  const reset = () => {
    if (!text.current || !key.current) return;
    text.current.value = '';
    text.current.setCustomValidity('');
    key.current.value = '';
    text.current.form?.requestSubmit();
  };
  return (
    <div className={styles.field}>
      <label htmlFor={`${id} text`}>{label}</label>
      <div className={styles.resettable}>
        <input
          ref={text}
          id={`${id} text`}
          type="search"
          list={id}
          defaultValue={title ?? ''}
          maxLength={200}
          autoComplete="off"
          onInput={(event) => take(event.currentTarget)}
        />
        <button type="button" className={button.quiet} aria-label={resetLabel} onClick={reset}>
          <Icon name="close" size={16} />
        </button>
      </div>
      <datalist id={id}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.label} />
        ))}
      </datalist>
      <input ref={key} type="hidden" name={name} defaultValue={value ?? ''} />
    </div>
  );
}
