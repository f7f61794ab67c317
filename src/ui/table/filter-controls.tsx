import { useFormat, useT } from '../interface.tsx';
import { DayFilter } from './day-filter.tsx';
import styles from './filters.module.css';
import type { ListFilter, ListFilters } from './filters.tsx';
import { PeriodButtons } from './period-buttons.tsx';

/** How a field of a filter is shown and chosen. */
export type FilterControl<Value> = (field: {
  name: string;
  value: Value | undefined;
  /** The label of an empty option. */
  all: string;
  /** A day, 'YYYY-MM-DD', as the reader writes it. */
  dayText: (day: string) => string;
  /** The whole filter, for a control that sets several fields. */
  filter: object;
}) => ListFilter;

/** The control of each field of a filter: the search, a control, or null for one that only links set. */
export type FilterControls<Filter> = {
  readonly [Name in keyof Filter]-?: FilterControl<NonNullable<Filter[Name]>> | { search: string } | null;
};

/** The search and filters of a list, from the values in its address and the control of each. */
export function useFilters<Filter extends object>(filter: Filter, controls: FilterControls<Filter>): ListFilters {
  const all = useT()('common.all');
  const dayText = useFormat().calendarDay;
  const names = Object.keys(controls) as (keyof Filter & string)[];
  const shown: { search?: ListFilters['search']; filters: ListFilter[] } = { filters: [] };
  for (const name of names) {
    const control = controls[name];
    if (typeof control === 'function')
      shown.filters.push(control({ name, value: filter[name] ?? undefined, all, dayText, filter }));
    else if (control) shown.search = { name, label: control.search };
  }
  return shown;
}

/** Words to search for, or a list of ids, beside the filters. */
export const searchBox = (label: string): { search: string } => ({ search: label });

/** The text of one field; `title` is what it stands for. */
export const textField =
  (label: string, title?: string | null): FilterControl<string | number> =>
  ({ name, value }) => ({
    name,
    label,
    chosen: value === undefined ? null : (title ?? String(value)),
    field: (
      <label className={styles.field}>
        <span>{label}</span>
        <input type="search" name={name} defaultValue={value} maxLength={200} autoComplete="off" />
      </label>
    ),
  });

/** A calendar day. */
export const dayField =
  (label: string): FilterControl<string> =>
  ({ name, value, dayText }) => ({
    name,
    label,
    chosen: value === undefined ? null : dayText(value),
    field: <DayFilter label={label} name={name} value={value} />,
  });

/** The first day of a period, `since`, whose last is `until`; periods with a name set both. */
export const periodField =
  (label: string): FilterControl<string> =>
  (given) => {
    const first = dayField(label)(given);
    const until = 'until' in given.filter && typeof given.filter.until === 'string' ? given.filter.until : undefined;
    return {
      ...first,
      field: (
        <div className={styles.period}>
          {first.field}
          <PeriodButtons since={given.value} until={until} />
        </div>
      ),
    };
  };

/** A first day without a last one; periods with a name that end today set it. */
export const sinceField =
  (label: string): FilterControl<string> =>
  (given) => {
    const day = dayField(label)(given);
    return {
      ...day,
      field: (
        <div className={styles.period}>
          {day.field}
          <PeriodButtons since={given.value} first={given.name} />
        </div>
      ),
    };
  };

/** An option of a filter whose label is its value. */
export const itself = <Value extends string>(value: Value): { value: Value; label: string } => ({
  value,
  label: value,
});

interface SelectOptions {
  /** The label of the empty option, if it does not say "all". */
  none?: string;
  within?: string;
  isOnPage?: boolean;
}

/** One of a few values. On the page its label is for assistive technology: the empty option says what it is. */
export const selectField =
  <Value extends string | number>(
    label: string,
    options: readonly { value: Value; label: string }[],
    { none, within, isOnPage = false }: SelectOptions = {},
  ): FilterControl<Value> =>
  ({ name, value, all }) => ({
    name,
    label,
    chosen: value === undefined ? null : (options.find((option) => option.value === value)?.label ?? String(value)),
    ...(within !== undefined && { within }),
    isOnPage,
    field: (
      <label className={styles.field}>
        {!isOnPage && <span>{label}</span>}
        <select name={name} defaultValue={value ?? ''} aria-label={isOnPage ? label : undefined}>
          <option value="">{none ?? all}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
    ),
  });
