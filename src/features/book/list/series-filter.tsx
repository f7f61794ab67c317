import { useId, useRef, useState } from 'react';
import { client } from '#client/api.ts';
import { fold } from '#kernel/text/fold.rules.ts';
import { isEnter } from '#ui/form/pick-on-enter.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { useT } from '#ui/interface.tsx';
import styles from '#ui/table/filters.module.css';
import type { bookApi } from '../book.contract.ts';
import type { BookWords } from '../book.messages.ts';

const call = client<typeof bookApi>();

/**
 * Filters the list by series. There may be thousands, so the titles are loaded when somebody starts to choose, into the
 * browser's datalist.
 */
export function SeriesFilter({ value, title }: { value: number | undefined; title: string | null }) {
  const t = useT<BookWords>();
  const id = useId();
  const key = useRef<HTMLInputElement>(null);
  const loading = useRef<Promise<readonly Choice[]> | null>(null);
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const load = () => {
    loading.current ??= call('GET /api/v1/book/choice', { query: { of: 'series' } }).then(
      ({ results }) => {
        setChoices(results);
        return results;
      },
      () => {
        loading.current = null;
        return [];
      },
    );
    return loading.current;
  };
  const take = (input: HTMLInputElement, among = choices) => {
    const found = input.value.trim() === '' ? '' : valueOf(among, input.value);
    input.setCustomValidity(found === undefined ? t('select.empty') : '');
    if (key.current) key.current.value = found ?? '';
    // The level belongs to the previous series.
    const level = input.form?.elements.namedItem('level');
    if (level instanceof HTMLSelectElement) level.value = '';
  };
  /** Takes the only match; several are left to choose from, and the browser reports that there is none. */
  const enter = async (input: HTMLInputElement) => {
    const loaded = await load();
    const [only, ...others] = containing(loaded, input.value);
    if (!only) return input.reportValidity();
    if (others.length > 0) return;
    input.value = only.label;
    take(input, loaded);
    input.form?.requestSubmit();
  };
  return (
    <label className={styles.field}>
      <span>{t('book.field_series')}</span>
      <input
        type="search"
        list={id}
        defaultValue={title ?? ''}
        placeholder={t('book.series_all')}
        autoComplete="off"
        onFocus={() => void load()}
        onKeyDown={(event) => {
          if (!isEnter(event) || event.currentTarget.validity.valid) return;
          event.preventDefault();
          void enter(event.currentTarget);
        }}
        onInput={(event) => {
          take(event.currentTarget);
          if (isChoice(event.nativeEvent)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <datalist id={id}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.label} />
        ))}
      </datalist>
      <input ref={key} type="hidden" name="series" defaultValue={value ?? ''} />
    </label>
  );
}

/** The series with this title; case and accents may differ. */
function valueOf(choices: readonly Choice[], typed: string): string | undefined {
  const exact = choices.find((choice) => choice.label === typed.trim());
  const folded = fold(typed.trim());
  return (exact ?? choices.find((choice) => fold(choice.label) === folded))?.value;
}

/** The series whose title contains what was typed. */
function containing(choices: readonly Choice[], typed: string): Choice[] {
  const folded = fold(typed.trim());
  return choices.filter((choice) => fold(choice.label).includes(folded));
}

// Browsers signal a choice from the datalist in one of two ways: the event is not an InputEvent, or it replaces the
// text.
const isChoice = (event: Event) => !(event instanceof InputEvent) || event.inputType === 'insertReplacementText';
