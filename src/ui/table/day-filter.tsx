import { useEffect, useId, useRef, useState } from 'react';
import type { DateInput } from '../date/date-input.tsx';
import { enterText } from '../form/enter-text.ts';
import styles from './filters.module.css';
import { ResetFilter } from './reset-filter.tsx';

interface Loaded {
  DateInput: typeof DateInput;
  /** What was chosen in the browser's own control until then, beside this value. */
  typed: string;
  beside: string;
}

/** A day to filter by. Its control is the browser's own until the panel is opened: most visits to a list open none. */
export function DayFilter({ label, name, value }: { label: string; name: string; value: string | undefined }) {
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
      <div className={styles.resettable}>
        {loaded ? (
          // Not anew for another value, which may arrive while its calendar is open.
          <loaded.DateInput
            id={id}
            name={name}
            defaultValue={loaded.typed !== '' && (value ?? '') === loaded.beside ? loaded.typed : value}
          />
        ) : (
          <input ref={own} id={id} type="date" name={name} defaultValue={value} autoComplete="off" />
        )}
        <ResetFilter label={label} onReset={() => empty(document.getElementById(id))} />
      </div>
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
