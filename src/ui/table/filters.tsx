import type { ReactNode } from 'react';
import { useT } from '../interface.tsx';
import styles from './filters.module.css';
import type { ListQuery } from './list-url.ts';

interface FiltersProps {
  path: string;
  query: ListQuery;
  /** The names of the fields inside; all other parts of the query are kept. */
  names: readonly string[];
  children: ReactNode;
}

/** The filters of a list: a plain GET form that works without script. Choosing an option applies it immediately. */
export function Filters({ path, query, names, children }: FiltersProps) {
  const t = useT();
  const kept = Object.entries(query).filter(
    ([name, value]) => !names.includes(name) && name !== 'page' && value !== undefined && value !== '',
  );
  const active = names.some((name) => query[name] !== undefined && query[name] !== '');
  return (
    <form
      method="get"
      action={path}
      role="search"
      aria-label={t('table.filters')}
      className={styles.filters}
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) event.currentTarget.requestSubmit();
      }}
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <button type="submit" className={styles.apply}>
        {t('common.apply')}
      </button>
      {active && (
        <a href={path} className={styles.clear}>
          {t('table.clear_filters')}
        </a>
      )}
    </form>
  );
}

interface SearchFilterProps {
  name: string;
  label: string;
  value: string | undefined;
}

export function SearchFilter({ name, label, value }: SearchFilterProps) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input type="search" name={name} defaultValue={value} maxLength={200} autoComplete="off" />
    </label>
  );
}

/** A calendar day, shown in the reader's format by the browser. */
export function DateFilter({ name, label, value }: SearchFilterProps) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <input type="date" name={name} defaultValue={value} />
    </label>
  );
}

interface SelectFilterProps extends SearchFilterProps {
  /** The label of the empty option. */
  all: string;
  options: readonly { value: string | number; label: string }[];
}

export function SelectFilter({ name, label, value, all, options }: SelectFilterProps) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      <select name={name} defaultValue={value ?? ''}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
