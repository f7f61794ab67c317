import { useState } from 'react';
import { client } from '#client/api.ts';
import type { bookApi } from '#features/book/book-record.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { RemoteSelect } from '#ui/form/remote-select.tsx';
import { useT } from '#ui/interface.tsx';
import type { BookChange } from './book-bulk.contract.ts';
import styles from './book-change.module.css';

const call = client<typeof bookApi>();

/**
 * Takes the change, null while nothing is chosen; and what it sets in each book if not the same, null if that differs from
 * book to book.
 */
export type OnChange = (change: BookChange | null, values?: Record<string, unknown> | null) => void;

/** Chooses another series, and optionally a level of it; without one, each book takes the level with the same title. */
export function ChangeSeries({ onChange }: { onChange: OnChange }) {
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
      <p className={styles.hint}>{t('book.change_level_hint')}</p>
    </>
  );
}
