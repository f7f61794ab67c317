import {
  type ComponentProps,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { isEnter } from '#client/composition.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import { type DateKind, dateText, readDate } from '#kernel/text/date-text.rules.ts';
import { enterText } from '../form/enter-text.ts';
import { Icon } from '../icon.tsx';
import { useInterface, useT } from '../interface.tsx';
import { BareInput } from '../kit/bare-field.tsx';
import { Button } from '../kit/button.tsx';
import { useOnDemand } from '../order/use-on-demand.ts';
import styles from './date-input.module.css';
import { useDateProblem } from './use-date-problem.ts';

type Passed =
  | 'id'
  | 'className'
  | 'name'
  | 'required'
  | 'disabled'
  | 'aria-label'
  | 'aria-invalid'
  | 'aria-describedby';

/** A day ('YYYY-MM-DD') or a local time ('YYYY-MM-DDTHH:mm'): `value` with `onChange`, or `defaultValue` in a plain form. */
export interface DateInputProps extends Pick<ComponentProps<'input'>, Passed | 'onFocus' | 'onBlur'> {
  kind?: DateKind;
  value?: string;
  defaultValue?: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  /** Called with '' while there is no date that can be read. */
  onChange?: (iso: string) => void;
}

/**
 * The control of every date: typed as it is written in the reader's language, or picked in a calendar. It is the browser's
 * own until the script takes over. Forms are sent what the browser's own would send.
 */
export function DateInput({ kind = 'day', value, defaultValue = '', min, max, onChange, ...passed }: DateInputProps) {
  const t = useT();
  const language = languageTag(useInterface().locale);
  const input = useRef<HTMLInputElement>(null);
  const isOurs = useTakeover(input);
  const calendar = useOnDemand(() => import('./month-calendar.tsx'));
  const problemId = useId();
  const problemOf = useDateProblem({ kind, min, max });
  const [problem, setProblem] = useState<string | null>(null);
  const iso = value ?? defaultValue;
  const shown = useRef(iso);
  const [picked, setPicked] = useState(iso);

  useLayoutEffect(() => {
    if (isOurs && input.current) input.current.value = dateText(language, kind, input.current.value);
  }, [isOurs, language, kind]);

  // Another value than was typed, such as a default or that of a colleague.
  useEffect(() => {
    const field = input.current;
    if (!field || shown.current === iso) return;
    shown.current = iso;
    setPicked(iso);
    const isTyped = document.activeElement === field && (readDate(language, kind, field.value) ?? '') === iso;
    if (isTyped) return;
    field.value = isOurs ? dateText(language, kind, iso) : iso;
    field.setCustomValidity('');
    setProblem(null);
  }, [iso, isOurs, language, kind]);

  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    if (!form) return;
    const send = ({ formData }: FormDataEvent) => {
      if (formData.has(field.name)) formData.set(field.name, readDate(language, kind, field.value) ?? field.value);
    };
    form.addEventListener('formdata', send);
    return () => form.removeEventListener('formdata', send);
  }, [language, kind]);

  const pick = (day: string, isLast: boolean) => {
    if (input.current) enterText(input.current, dateText(language, kind, day));
    if (!isLast) return;
    calendar.close();
    input.current?.focus();
  };
  return (
    <span className={styles.box} data-kind={kind}>
      <BareInput
        {...passed}
        ref={input}
        type={isOurs ? 'text' : kind === 'day' ? 'date' : 'datetime-local'}
        defaultValue={iso}
        autoComplete="off"
        {...(isOurs ? { placeholder: t(`date.placeholder_${kind}`) } : { min, max })}
        aria-invalid={problem === null ? passed['aria-invalid'] : true}
        aria-describedby={[passed['aria-describedby'], problem && problemId].filter(Boolean).join(' ') || undefined}
        onChange={({ currentTarget: field }) => {
          setProblem(null);
          const read = field.value === '' ? '' : readDate(language, kind, field.value);
          field.setCustomValidity(problemOf(read) ?? '');
          setPicked(read ?? '');
          onChange?.(read ?? '');
        }}
        onInvalid={({ currentTarget }) => setProblem(problemIn(currentTarget))}
        onBlur={(event) => {
          const field = event.currentTarget;
          const read = readDate(language, kind, field.value);
          if (read !== null && field.type === 'text') field.value = dateText(language, kind, read);
          setProblem(problemIn(field));
          passed.onBlur?.(event);
        }}
        onKeyDown={(event) => {
          if (isEnter(event)) setProblem(problemIn(event.currentTarget));
          if (!isOurs || !event.altKey || event.key !== 'ArrowDown') return;
          event.preventDefault();
          calendar.open();
        }}
      />
      <Button
        variant="bare"
        className={styles.open}
        hidden={!isOurs}
        disabled={passed.disabled}
        aria-label={t('date.open')}
        aria-haspopup="dialog"
        aria-expanded={calendar.loaded !== null}
        onClick={() => (calendar.loaded ? calendar.close() : calendar.open())}
      >
        <Icon name="calendar" size={16} />
      </Button>
      {calendar.loaded && (
        <calendar.loaded.Calendar
          kind={kind}
          value={value ?? picked}
          range={{ min, max }}
          isRequired={passed.required === true}
          anchor={input}
          onPick={pick}
          onClose={calendar.close}
        />
      )}
      {problem !== null && (
        <small id={problemId} role="alert" className={styles.problem}>
          {problem}
        </small>
      )}
    </span>
  );
}

/** Whether the field is ours: from hydration on, but not while somebody is typing into the browser's own. */
function useTakeover(input: RefObject<HTMLInputElement | null>): boolean {
  const isTaken = useRef(false);
  const subscribe = useCallback(
    (onLeave: () => void) => {
      const field = input.current;
      field?.addEventListener('blur', onLeave);
      return () => field?.removeEventListener('blur', onLeave);
    },
    [input],
  );
  return useSyncExternalStore(
    subscribe,
    () => (isTaken.current ||= input.current === null || document.activeElement !== input.current),
    () => false,
  );
}

/** The problem of a field that was judged while it was typed into. */
const problemIn = ({ validity, validationMessage }: HTMLInputElement): string | null =>
  validity.customError ? validationMessage : null;
