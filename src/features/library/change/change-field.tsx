import { useState } from 'react';
import { client } from '#client/api.ts';
import type { bookApi } from '#features/book/book-record.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { RemoteSelect } from '#ui/form/remote-select.tsx';
import { SuggestInput } from '#ui/form/suggest-input.tsx';
import { useT } from '#ui/interface.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { Field } from '#ui/kit/field.tsx';
import { Select } from '#ui/kit/input.tsx';
import { Grid } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { itself } from '#ui/table/filter-controls.tsx';
import type { BookFilterChoices } from '../find/book-filters.read.ts';
import type { BookChange } from './book-bulk.contract.ts';
import styles from './book-change.module.css';

const call = client<typeof bookApi>();

/**
 * Takes the change, null while nothing is chosen; and what it sets in each book if not the same, null if that differs from
 * book to book.
 */
type OnChange = (change: BookChange | null, values?: Record<string, unknown> | null) => void;

/** Chooses another series, and optionally a level of it; without one, each book takes the level with the same title. */
function ChangeSeries({ onChange }: { onChange: OnChange }) {
  const t = useT<BookWords>();
  const [series, setSeries] = useState<Choice | null>(null);
  const [level, setLevel] = useState<Choice | null>(null);
  const take = (nextSeries: Choice | null, nextLevel: Choice | null) => {
    setSeries(nextSeries);
    setLevel(nextLevel);
    const serIdx = Number(nextSeries?.value);
    const levIdx = Number(nextLevel?.value);
    if (nextLevel) onChange({ lev_idx: levIdx }, { ser_idx: serIdx, lev_idx: levIdx });
    else onChange(nextSeries && { ser_idx: serIdx }, null);
  };
  const load = async (query: { of: 'series' | 'level'; ser_idx?: number }) =>
    (await call('GET /api/v1/book/choice', { query })).results;
  return (
    <>
      <RemoteSelect
        label={t('book.field_series')}
        name="series"
        value={series}
        onChange={(choice) => take(choice, null)}
        load={() => load({ of: 'series' })}
        placeholder={t('BOOK-92')}
      />
      <RemoteSelect
        key={series?.value ?? ''}
        label={t('book.field_level')}
        name="level"
        value={level}
        onChange={(choice) => take(series, choice)}
        load={() => load({ of: 'level', ser_idx: Number(series?.value) })}
        disabled={series === null}
        placeholder={series === null ? t('BOOK-41') : t('BOOK-93')}
        emptyLabel={t('BOOK-91')}
      />
      <Text tone="soft" className={styles.hint}>
        {t('book.change_level_hint')}
      </Text>
    </>
  );
}

interface ChangeFieldProps {
  choices: BookFilterChoices;
  onChange: OnChange;
}

const fields = ['series', 'category', 'age_group', 'language', 'format'] as const;
type Field = (typeof fields)[number];

/** Chooses the field to change, and its new value. */
export function ChangeField({ choices, onChange }: ChangeFieldProps) {
  const t = useT<BookWords>();
  const [field, setField] = useState<Field>('series');
  const choose = (next: Field) => {
    setField(next);
    onChange(null);
  };
  const labels: Record<Field, string> = {
    series: t('book.change_series_level'),
    category: t('book.field_category'),
    age_group: t('book.field_age_group'),
    language: t('book.field_language'),
    format: t('book.field_format'),
  };
  return (
    <Grid least={220} filled gap={12} className={styles.fields}>
      <Select
        label={t('book.change_field')}
        value={field}
        onChange={(event) => choose(event.currentTarget.value as Field)}
        options={fields.map((name) => ({ value: name, label: labels[name] }))}
      />
      {field === 'series' ? (
        <ChangeSeries onChange={onChange} />
      ) : (
        <NewValue key={field} field={field} choices={choices} onChange={onChange} />
      )}
    </Grid>
  );
}

const columns = { category: 'cat_idx', age_group: 'grp_idx' } as const;

/** The change for a chosen or typed value; null while there is none. */
function changeOf(field: Exclude<Field, 'series'>, value: string): BookChange | null {
  if (value === '') return null;
  if (field === 'category' || field === 'age_group') return { [columns[field]]: Number(value) } as BookChange;
  return { [field]: value } as BookChange;
}

const emptied = (field: Exclude<Field, 'series'>) =>
  ({ [field === 'category' || field === 'age_group' ? columns[field] : field]: null }) as BookChange;

interface NewValueProps extends ChangeFieldProps {
  field: Exclude<Field, 'series'>;
}

function NewValue({ field, choices, onChange }: NewValueProps) {
  const t = useT<BookWords>();
  const [value, setValue] = useState('');
  const [isEmptied, setEmptied] = useState(false);
  const take = (next: string, empty: boolean) => {
    setValue(next);
    setEmptied(empty);
    onChange(empty ? emptied(field) : changeOf(field, next.trim()));
  };
  const common = { value, disabled: isEmptied };
  return (
    <>
      {field === 'category' || field === 'age_group' ? (
        <Select
          {...common}
          label={t('book.change_to')}
          onChange={(event) => take(event.currentTarget.value, false)}
          options={[
            { value: '', label: '–' },
            ...(field === 'category' ? choices.categories : choices.age_groups).map(({ id, title }) => ({
              value: String(id),
              label: title,
            })),
          ]}
        />
      ) : (
        <Field label={t('book.change_to')}>
          {({ id, className }) => (
            <SuggestInput
              {...common}
              id={id}
              className={className}
              choices={(field === 'language' ? choices.languages.map(({ value: code }) => code) : choices.formats).map(
                itself,
              )}
              onChange={(event) => take(event.currentTarget.value, false)}
            />
          )}
        </Field>
      )}
      {field !== 'format' && (
        <Checkbox
          className={styles.empty}
          label={t('book.change_empty')}
          checked={isEmptied}
          onChange={(event) => take(value, event.currentTarget.checked)}
        />
      )}
    </>
  );
}
