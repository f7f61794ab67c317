import { useEffect, useId, useRef, useState } from 'react';
import { Inline } from '#ui/kit/layout.tsx';
import type { DateInput } from '../date/date-input.tsx';
import { enterText } from '../form/enter-text.ts';
import { useFormat, useT } from '../interface.tsx';
import { BareInput, BareSelect } from '../kit/bare-field.tsx';
import { CountedOptions } from './choice-counts.tsx';
import styles from './filters.module.css';
import type { ListFilter, ListFilters } from './filters.tsx';
import { PeriodButtons } from './period-buttons.tsx';
import { ResetFilter } from './reset-filter.tsx';

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
    else if (control) shown.search = { name, label: control.search, value: textOf(filter[name]) };
  }
  return shown;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

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
        <BareInput type="search" name={name} defaultValue={value} maxLength={200} autoComplete="off" />
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
      isWide: true,
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
      isWide: true,
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

/** What a select offers; `also` is another value of the filter with the same meaning. */
interface Choice<Value> {
  value: Value;
  also?: Value;
  label: string;
}

/** One of a few values. On the page its label is for assistive technology: the empty option says what it is. */
export const selectField =
  <Value extends string | number>(
    label: string,
    options: readonly Choice<Value>[],
    { none, within, isOnPage = false }: SelectOptions = {},
  ): FilterControl<Value> =>
  ({ name, value: given, all }) => {
    const option = options.find(({ value, also }) => value === given || (also !== undefined && also === given));
    const value = option?.value ?? given;
    return {
      name,
      label,
      chosen: given === undefined ? null : (option?.label ?? String(given)),
      ...(within !== undefined && { within }),
      isOnPage,
      field: (
        <label className={styles.field}>
          {!isOnPage && <span>{label}</span>}
          <BareSelect name={name} defaultValue={value ?? ''} aria-label={isOnPage ? label : undefined}>
            <option value="">{none ?? all}</option>
            <CountedOptions name={name} options={options} />
          </BareSelect>
        </label>
      ),
    };
  };

interface Loaded {
  DateInput: typeof DateInput;
  /** What was chosen in the browser's own control until then, beside this value. */
  typed: string;
  beside: string;
}

/** A day to filter by. Its control is the browser's own until the panel is opened: most visits to a list open none. */
function DayFilter({ label, name, value }: { label: string; name: string; value: string | undefined }) {
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    const field = own.current;
    if (!field) return;
    const seen = new IntersectionObserver(async ([entry]) => {
      if (!entry?.isIntersecting) return;
      seen.disconnect();
      // Without it, the browser's own control stays.
      const { DateInput } = await import('../date/date-input.tsx').catch(() => ({ DateInput: null }));
      if (DateInput && document.activeElement !== field)
        setLoaded({ DateInput, typed: field.value, beside: field.defaultValue });
    });
    seen.observe(field);
    return () => seen.disconnect();
  }, []);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Inline whole gap={2}>
        {loaded ? (
          // Not anew for another value, which may arrive while its calendar is open.
          <loaded.DateInput
            id={id}
            name={name}
            defaultValue={loaded.typed !== '' && (value ?? '') === loaded.beside ? loaded.typed : value}
          />
        ) : (
          <BareInput ref={own} id={id} type="date" name={name} defaultValue={value} autoComplete="off" />
        )}
        <ResetFilter label={label} onReset={() => empty(document.getElementById(id))} />
      </Inline>
    </div>
  );
}

/** Empties the field and applies the form, also if what was typed there is no date. */
function empty(field: HTMLElement | null): void {
  if (!(field instanceof HTMLInputElement)) return;
  enterText(field, '');
  field.form?.requestSubmit();
  field.focus();
}
