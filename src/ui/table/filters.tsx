import { type ReactNode, useRef } from 'react';
import { mostListText } from '#kernel/text/search-text.rules.ts';
import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { DropPanel } from '../kit/drop-panel.tsx';
import { FilterChip, Toolbar, ToolbarSearch } from '../kit/toolbar.tsx';
import { type ListQuery, listUrl } from '../page/list-url.ts';
import { type ChoiceCounts, CountedChoices, useChoiceCounts } from './choice-counts.tsx';
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
  /** Its field takes a line of the panel. */
  isWide?: boolean;
  /** The page is about it, so that its field stands on it instead of in the panel. */
  isOnPage?: boolean;
}

/** The search and filters of a list. */
export interface ListFilters {
  search?: { name: string; label: string; value?: string | undefined };
  filters: readonly ListFilter[];
  /** Fields whose texts are references in the address. */
  sealed?: readonly string[];
  /** Counts what each choice would leave, beside the filters in use; asked for when the panel is opened. */
  count?: (filter: ListQuery) => Promise<ChoiceCounts>;
}

/** The URL parameters that filter a list. */
export const filterNames = ({ search, filters }: Pick<ListFilters, 'search' | 'filters'>): string[] => [
  ...(search ? [search.name] : []),
  ...filters.map(({ name }) => name),
];

interface FiltersProps extends ListFilters {
  path: string;
  query: ListQuery;
}

/** The filters of a list: a plain GET form that works without script, and each filter in use as a link that removes it. */
export function Filters({ path, query, search, filters, sealed = [], count }: FiltersProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const names = filterNames({ ...(search && { search }), filters });
  const counts = useChoiceCounts(count, Object.fromEntries(names.map((name) => [name, query[name]])));
  const onPage = filters.filter(({ isOnPage }) => isOnPage);
  const inPanel = filters.filter(({ isOnPage }) => !isOnPage);
  const carried = Object.entries(query).filter(
    ([name, value]) => !names.includes(name) && name !== 'page' && value !== undefined && value !== '',
  );
  const apply = (
    <noscript>
      <Button type="submit">{t('common.apply')}</Button>
    </noscript>
  );
  return (
    <Toolbar
      as="form"
      ref={form}
      method="get"
      action={path}
      role="search"
      aria-label={t('table.filters')}
      // Otherwise the browser restores what was typed before when the list is reopened.
      autoComplete="off"
      {...useLiveFilters(path, sealed)}
    >
      {carried.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {search && (
        <ToolbarSearch label={search.label} name={search.name} defaultValue={search.value} maxLength={mostListText} />
      )}
      {onPage.map(({ name, field }) => (
        <div key={name}>{field}</div>
      ))}
      {inPanel.map(
        ({ name, label, chosen }) =>
          chosen !== null && (
            <FilterChip
              key={name}
              label={label}
              value={chosen}
              href={listUrl(path, query, without(inPanel, name))}
              remove={t('table.remove_filter', { filter: `${label}: ${chosen}` })}
              onOpen={() => form.current && openField(form.current, name)}
            />
          ),
      )}
      {inPanel.length > 0 && (
        <DropPanel label={t('table.filter')} icon="add" adds onToggle={counts.toggle}>
          <CountedChoices value={counts.counts}>
            {inPanel.map(({ name, field, isWide }) => (
              <div key={name} data-filter={name} data-wide={isWide || undefined}>
                {field}
              </div>
            ))}
          </CountedChoices>
          {apply}
        </DropPanel>
      )}
      {inPanel.length === 0 && onPage.length > 0 && apply}
      {names.some((name) => query[name] !== undefined && query[name] !== '') && (
        <a href={listUrl(path, query, Object.fromEntries(names.map((name) => [name, undefined])))}>
          {t('table.clear_filters')}
        </a>
      )}
    </Toolbar>
  );
}

/** What the address is without a filter and those that depend on it. */
const without = (filters: readonly ListFilter[], name: string) =>
  Object.fromEntries(filters.filter((one) => one.name === name || one.within === name).map((one) => [one.name, '']));

/** Opens the panel at the field of a filter. */
function openField(form: HTMLFormElement, name: string): void {
  const field = form.querySelector(`[data-filter="${name}"]`);
  const panel = field?.closest('details');
  if (!field || !panel) return;
  panel.open = true;
  field.querySelector<HTMLElement>('input:not([type="hidden"]), select')?.focus();
}
