import { type ComboboxItem, type ComboboxParsedItem, Select, type SelectProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { fold } from '#kernel/text/text-forms.rules.ts';
import type { Choice } from '../form/record-values.rules.ts';
import { useT } from '../interface.tsx';
import { pickOnEnter } from './pick-on-enter.ts';

type Passed =
  | 'id'
  | 'name'
  | 'label'
  | 'aria-describedby'
  | 'className'
  | 'classNames'
  | 'required'
  | 'disabled'
  | 'placeholder'
  | 'autoFocus'
  | 'clearable'
  | 'error'
  | 'rightSection'
  | 'nothingFoundMessage'
  | 'onDropdownOpen';

interface SearchSelectProps extends Pick<SelectProps, Passed> {
  /** Null while they are being loaded. */
  options: readonly Choice[] | null;
  value: Choice | null;
  onChange: (value: Choice | null) => void;
  'data-field'?: string;
}

/** How many options are shown at once; the rest are found by typing. */
const shownLimit = 100;

/**
 * A selector that finds its options by typing. It opens with an empty query. When it is left, the text takes the option
 * that it names; one that names none stays, as an error, and keeps its form from being sent.
 */
export function SearchSelect({ options, value, onChange, error, placeholder, ...passed }: SearchSelectProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  // Null while it shows what is chosen.
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const text = typed?.trim() ?? '';
  const problem = text === '' ? '' : t('select.unmatched', { text });
  const isWrong = isLeft && options !== null && problem !== '';
  const show = () => {
    setTyped(null);
    setLeft(false);
  };
  // A choice made beside it, such as what was just created, takes the place of what was typed.
  const [shown, setShown] = useState(value?.value);
  if (value?.value !== shown) {
    setShown(value?.value);
    show();
  }
  const choose = (option: Choice | null) => {
    show();
    if (option?.value !== value?.value) onChange(option);
  };
  const settle = () => {
    const found = text === '' ? value : (options && namedBy(text, options)) || undefined;
    if (found === undefined) setLeft(true);
    else if (text === '') show();
    else choose(found);
  };
  useEffect(() => input.current?.setCustomValidity(problem), [problem]);
  // The options were still being loaded.
  useEffect(() => {
    if (isLeft && options) settle();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isLeft, options]);
  // What is typed next replaces what was chosen.
  useEffect(() => {
    if (typed === null && document.activeElement === input.current) input.current?.select();
  }, [typed, value]);
  return (
    <Select
      {...passed}
      ref={input}
      data={withCurrent(options ?? [], value)}
      value={value?.value ?? null}
      onChange={(_, option) => choose(option ? { value: option.value, label: option.label } : null)}
      onOptionSubmit={show}
      placeholder={value?.label ?? placeholder}
      error={isWrong ? problem : error}
      searchable
      searchValue={typed ?? value?.label ?? ''}
      onInput={({ currentTarget }) => {
        setTyped(currentTarget.value);
        setLeft(document.activeElement !== currentTarget);
      }}
      onDropdownOpen={() => {
        setTyped((before) => before ?? '');
        passed.onDropdownOpen?.();
      }}
      onFocus={() => setLeft(false)}
      onBlur={settle}
      onInvalid={(event) => {
        event.preventDefault();
        flushSync(settle);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') show();
        pickOnEnter(event);
      }}
      allowDeselect={false}
      // Enter in an empty query changes nothing.
      selectFirstOptionOnChange={text !== ''}
      limit={shownLimit}
      withScrollArea={false}
      filter={({ options: all, search, limit }) =>
        limited(matching(all, search), limit, (count) => t('select.more', { count }))
      }
      clearButtonProps={{ 'aria-label': t('common.reset') }}
    />
  );
}

/** The option that a text names: the one with that label or, if there is none, the only one that contains it. */
function namedBy(text: string, options: readonly Choice[]): Choice | undefined {
  const folded = fold(text);
  const exact = options.find(({ label }) => fold(label) === folded);
  const [only, ...others] = options.filter(({ label }) => fold(label).includes(folded));
  return exact ?? (others.length === 0 ? only : undefined);
}

/** The choices, plus the current one if the server does not list it (any more, or yet). */
function withCurrent(options: readonly Choice[], current: Choice | null): Choice[] {
  const isListed = current === null || options.some(({ value }) => value === current.value);
  return isListed ? [...options] : [current, ...options];
}

function matching(options: ComboboxParsedItem[], search: string): ComboboxItem[] {
  const folded = fold(search.trim());
  return options.flatMap((option) => ('value' in option && fold(option.label).includes(folded) ? [option] : []));
}

function limited(options: ComboboxItem[], limit: number, more: (count: number) => string): ComboboxItem[] {
  if (options.length <= limit) return options;
  return [...options.slice(0, limit), { value: '\u0000more', label: more(options.length - limit), disabled: true }];
}
