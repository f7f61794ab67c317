import type { ReactNode } from 'react';
import styles from '../table/filters.module.css';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The result of the search. */
  children?: ReactNode;
}

/** Filters a list on the page while typing. */
export function SearchField({ label, value, onChange, children }: SearchFieldProps) {
  return (
    <search className={styles.filters}>
      <input
        type="search"
        className={styles.search}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        maxLength={200}
        autoComplete="off"
      />
      <span className={styles.found} role="status">
        {children}
      </span>
    </search>
  );
}
