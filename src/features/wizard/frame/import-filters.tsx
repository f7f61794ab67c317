import type { ImportWords } from '#features/import/import-pages.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import styles from './import-filters.module.css';

interface ImportFiltersProps<F extends string> {
  path: string;
  current: F;
  /** Tabs in order; `count` is the number of rows they show. */
  tabs: readonly { name: F; label: string; count?: number }[];
  /** The default tab, if the URL names none. */
  unnamed?: F;
}

/** Links that choose which rows to show. */
export function ImportFilters<F extends string>({ path, current, tabs, unnamed }: ImportFiltersProps<F>) {
  const t = useT<ImportWords>();
  const format = useFormat();
  return (
    <nav className={styles.filters} aria-label={t('import.filters')}>
      {tabs.map(({ name, label, count }) => (
        <a
          key={name}
          href={listUrl(path, {}, { filter: name === unnamed ? undefined : name })}
          aria-current={name === current ? 'page' : undefined}
          data-filter={name}
        >
          {label} {count !== undefined && <b>{format.number(count)}</b>}
        </a>
      ))}
    </nav>
  );
}
