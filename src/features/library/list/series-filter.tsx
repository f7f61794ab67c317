import { useId, useRef, useState } from 'react';
import { client } from '#client/api.ts';
import type { bookApi } from '#features/book/book-record.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { fold } from '#kernel/text/text-forms.rules.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { SuggestInput } from '#ui/form/suggest-input.tsx';
import { useT } from '#ui/interface.tsx';
import { isEnterAlone } from '#ui/kit/pick-on-enter.ts';
import styles from '#ui/table/filters.module.css';

const call = client<typeof bookApi>();

/** Filters the list by series. There may be thousands, so the titles are loaded when somebody starts to choose. */
export function SeriesFilter({ value, title }: { value: number | undefined; title: string | null }) {
  const t = useT<BookWords>();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
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
  const take = (field: HTMLInputElement, among = choices) => {
    const found = field.value.trim() === '' ? '' : valueOf(among, field.value);
    field.setCustomValidity(found === undefined ? t('select.empty') : '');
    if (key.current) key.current.value = found ?? '';
    // The level belongs to the previous series.
    const level = field.form?.elements.namedItem('level');
    if (level instanceof HTMLSelectElement) level.value = '';
  };
  const pick = (label: string) => {
    if (!input.current) return;
    input.current.value = label;
    take(input.current);
    input.current.form?.requestSubmit();
  };
  /** Takes the only match; several are left to choose from, and the browser reports that there is none. */
  const enter = async (field: HTMLInputElement) => {
    const loaded = await load();
    const [only, ...others] = containing(loaded, field.value);
    if (!only) return field.reportValidity();
    if (others.length > 0) return;
    field.value = only.label;
    take(field, loaded);
    field.form?.requestSubmit();
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('book.field_series')}</label>
      <SuggestInput
        id={id}
        type="search"
        defaultValue={title ?? ''}
        placeholder={t('book.series_all')}
        choices={choices}
        onPick={({ label }) => pick(label)}
        ref={input}
        onFocus={() => void load()}
        onKeyDown={(event) => {
          if (!isEnterAlone(event) || event.currentTarget.validity.valid) return;
          event.preventDefault();
          void enter(event.currentTarget);
        }}
        onInput={(event) => take(event.currentTarget)}
      />
      <input ref={key} type="hidden" name="series" defaultValue={value ?? ''} />
    </div>
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
