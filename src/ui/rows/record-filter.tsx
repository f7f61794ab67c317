import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { fold } from '#kernel/text/text-forms.rules.ts';
import { Inline } from '#ui/kit/layout.tsx';
import type { Choice } from '../form/record-values.rules.ts';
import { SuggestInput } from '../form/suggest-input.tsx';
import { useT } from '../interface.tsx';
import { isDeletion } from '../kit/is-deletion.ts';
import { isEnterAlone } from '../kit/pick-on-enter.ts';
import styles from '../table/filters.module.css';
import { ResetFilter } from '../table/reset-filter.tsx';

interface RecordFilterProps {
  /** The URL parameter, which holds the key of the record. */
  name: string;
  label: string;
  value: number | undefined;
  /** The title of the chosen record. */
  title: string | null;
  /** Asks the server for the records that match the typed text. */
  find: (text: string) => Promise<Choice[]>;
  /** There is nothing yet that could be removed: the list needs a record first. */
  isNeeded?: boolean;
}

// Debounce: the pause after a finished word. Milliseconds.
const pauseMs = 400;

/** Filters a list by a record: found by typing, chosen from what is offered below it, removed by a button. */
export function RecordFilter({ name, label, value, title, find, isNeeded = false }: RecordFilterProps) {
  const t = useT();
  const id = useId();
  const text = useRef<HTMLInputElement>(null);
  const key = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  useEffect(() => () => clearTimeout(pause.current), []);
  const wanted = useRef('');
  const search = (then?: (found: Choice[]) => void) => {
    clearTimeout(pause.current);
    const requested = wanted.current;
    find(requested).then(
      (found) => {
        if (requested !== wanted.current) return;
        setChoices(found);
        then?.(found);
      },
      // A failed request is repeated with the next letter.
      () => undefined,
    );
  };
  const request = (typed: string, isDeleted: boolean) => {
    wanted.current = typed;
    clearTimeout(pause.current);
    // After deleting, what was found stays on offer: it matches less text as well.
    if (typed !== '' && !isDeleted) pause.current = setTimeout(search, pauseMs);
  };
  const take = (event: FormEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const typed = input.value.trim();
    const found = choices.find((choice) => fold(choice.label) === fold(typed));
    input.setCustomValidity(found || typed === '' ? '' : t('select.empty'));
    if (key.current) key.current.value = found?.value ?? '';
    if (found) input.form?.requestSubmit();
    else request(typed, isDeletion(event));
  };
  const choose = (choice: Choice | null) => {
    if (!text.current || !key.current) return;
    text.current.value = choice?.label ?? '';
    text.current.setCustomValidity('');
    key.current.value = choice?.value ?? '';
    text.current.form?.requestSubmit();
  };
  /** Takes the only match at once; several are left to choose from, and the browser reports that there is none. */
  const enter = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    // Empty, or a chosen record: the form is applied as it is.
    if (!isEnterAlone(event) || input.validity.valid) return;
    event.preventDefault();
    search((found) => {
      const [only, ...others] = found;
      if (!only) input.reportValidity();
      else if (others.length === 0) choose(only);
    });
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Inline whole gap={2}>
        <SuggestInput
          ref={text}
          id={id}
          type="search"
          defaultValue={title ?? ''}
          maxLength={200}
          choices={choices}
          areFound
          onPick={choose}
          onInput={take}
          onKeyDown={enter}
        />
        {!isNeeded && (
          <ResetFilter
            label={label}
            onReset={() => {
              choose(null);
              text.current?.focus();
            }}
          />
        )}
      </Inline>
      <input ref={key} type="hidden" name={name} defaultValue={value ?? ''} />
    </div>
  );
}
