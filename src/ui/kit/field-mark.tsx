import { createContext, type ReactNode, use } from 'react';
import { classNames } from './class-names.ts';
import button from './button.module.css';
import styles from './field.module.css';
import { Unseen } from './text.tsx';

/** What there is about the fields of a record, besides their values. */
export interface MarkedFields {
  /** What it is: 'Comments'. */
  label: string;
  icon: ReactNode;
  /** The key that opens what is about the field in use, as it is shown: 'Ctrl Alt M'. */
  pressedBy: string;
  /** How many there are about the field with this name in the form; null if there can be none. */
  countOf: (name: string) => number | null;
  /** Opens them, or begins the first one. */
  open: (name: string) => void;
  /** A number as the person reads it. */
  numeral: (count: number) => string;
}

/** Of the form around a field; null where nothing is shown about single fields. */
export const MarkedFieldsContext = createContext<MarkedFields | null>(null);

interface FieldMarkProps {
  /** Of the field. */
  name: string | undefined;
  label: ReactNode;
}

/**
 * What there is about a field, above its end: a number of them always, otherwise a way to begin while the field is in
 * use. It stands before the label, takes no room, and is no stop of the Tab key on the way through a form.
 */
export function FieldMark({ name, label }: FieldMarkProps) {
  const marks = use(MarkedFieldsContext);
  const count = name === undefined ? null : (marks?.countOf(name) ?? null);
  if (!marks || name === undefined || count === null) return null;
  const number = count > 0 ? marks.numeral(count) : '';
  const of = [typeof label === 'string' && label, number].filter(Boolean).join(', ');
  return (
    <div className={styles.marked} data-field-mark={name}>
      <button
        type="button"
        className={classNames(count > 0 ? button['quiet'] : button['icon'])}
        tabIndex={count > 0 ? undefined : -1}
        data-mark={count > 0 || undefined}
        title={`${marks.label} (${marks.pressedBy})`}
        onClick={() => marks.open(name)}
      >
        {/* A text, no label: whoever looks for the field by its label finds the field alone. */}
        <Unseen>{`${marks.label}: ${of}`}</Unseen> {marks.icon}
        {number && <span aria-hidden="true">{number}</span>}
      </button>
    </div>
  );
}
