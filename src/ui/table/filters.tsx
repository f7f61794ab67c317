import type { ReactNode } from 'react';
import { mostListText } from '#kernel/text/search-text.rules.ts';
import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
import { type ListQuery, listUrl } from '../page/list-url.ts';
import { DropPanel } from './drop-panel.tsx';
import styles from './filters.module.css';
import { useLiveFilters } from './use-live-filters.ts';

/** One filter of a list: its field, and how it is shown while it is in use. */
export interface ListFilter {
  /** The URL parameter. */
  name: string;
  label: string;
  /** The label of the chosen value; null if nothing is chosen. */
  chosen: string | null;
  field: ReactNode;
  /** The filter that this one depends on; removing that removes this one too. */
  within?: string;
  /** The page is about it, so that its field stands on it instead of in the panel. */
  isOnPage?: boolean;
}

/** The search and filters of a list. */
export interface ListFilters {
  search?: { name: string; label: string };
  filters: readonly ListFilter[];
}

/** The URL parameters that filter a list. */
export const filterNames = ({ search, filters }: ListFilters): string[] => [
  ...(search ? [search.name] : []),
  ...filters.map(({ name }) => name),
];

interface FiltersProps extends ListFilters {
  path: string;
  query: ListQuery;
}

/** The filters of a list: a plain GET form that works without script, and each filter in use as a link that removes it. */
export function Filters({ path, query, search, filters }: FiltersProps) {
  const t = useT();
  const names = filterNames({ ...(search && { search }), filters });
  const onPage = filters.filter(({ isOnPage }) => isOnPage);
  const inPanel = filters.filter(({ isOnPage }) => !isOnPage);
  const carried = Object.entries(query).filter(
    ([name, value]) => !names.includes(name) && name !== 'page' && value !== undefined && value !== '',
  );
  return (
    <form
      method="get"
      action={path}
      role="search"
      aria-label={t('table.filters')}
      className={styles.filters}
      // Otherwise the browser restores what was typed before when the list is reopened.
      autoComplete="off"
      {...useLiveFilters(path)}
    >
      {carried.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {search && (
        <input
          type="search"
          className={styles.search}
          name={search.name}
          aria-label={search.label}
          placeholder={search.label}
          defaultValue={query[search.name]}
          maxLength={mostListText}
        />
      )}
      {onPage.map(({ name, field }) => (
        <div key={name}>{field}</div>
      ))}
      <Chips path={path} query={query} filters={inPanel} />
      {inPanel.length > 0 && (
        <DropPanel label={t('table.filter')} icon="filter">
          {inPanel.map(({ name, field }) => (
            <div key={name}>{field}</div>
          ))}
          <button type="submit" className={styles.apply}>
            {t('common.apply')}
          </button>
        </DropPanel>
      )}
      {inPanel.length === 0 && onPage.length > 0 && (
        <noscript>
          <button type="submit" className={styles.apply}>
            {t('common.apply')}
          </button>
        </noscript>
      )}
      {names.some((name) => query[name] !== undefined && query[name] !== '') && (
        <a href={listUrl(path, query, Object.fromEntries(names.map((name) => [name, undefined])))}>
          {t('table.clear_filters')}
        </a>
      )}
    </form>
  );
}

/** The filters in use, each a link to the list without it. */
function Chips({ path, query, filters }: Pick<FiltersProps, 'path' | 'query' | 'filters'>) {
  const t = useT();
  const used = filters.filter(({ chosen }) => chosen !== null);
  if (used.length === 0) return null;
  const without = (name: string) =>
    Object.fromEntries(filters.filter((one) => one.name === name || one.within === name).map((one) => [one.name, '']));
  return (
    <ul className={styles.chips} data-printed>
      {used.map(({ name, label, chosen }) => (
        <li key={name}>
          <a
            href={listUrl(path, query, without(name))}
            aria-label={t('table.remove_filter', { filter: `${label}: ${chosen}` })}
          >
            <span>
              {label}: {chosen}
            </span>
            <Icon name="close" size={14} />
          </a>
        </li>
      ))}
    </ul>
  );
}
