import type { ComponentProps, ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

type Box = 'section' | 'div' | 'ul' | 'ol' | 'li' | 'form' | 'pre' | 'details';

/** A part as this element, with all that it takes. */
type PartProps<E extends Box> = { as?: E | undefined } & ComponentProps<E>;

/** A self-contained part of a page. */
export function Card<E extends Box = 'section'>({ as, className, ...others }: PartProps<E>) {
  const Element: Box = as ?? 'section';
  // The elements differ in nothing that is passed.
  return <Element {...(others as object)} className={classNames(styles['card'], className)} />;
}

/** What scrolls within a page: a table, or a long list. */
export function Frame<E extends Box = 'div'>({ as, className, ...others }: PartProps<E>) {
  const Element: Box = as ?? 'div';
  return <Element {...(others as object)} className={classNames(styles['frame'], className)} />;
}

/** The heading of a card, with its actions beside it. */
export const CardHead = ({ className, ...others }: ComponentProps<'div'>) => (
  <div {...others} className={classNames(styles['head'], className)} />
);

/** A heading with a count or a note beside it. */
export const Noted = ({ className, ...others }: ComponentProps<'div'>) => (
  <div {...others} className={classNames(styles['noted'], className)} />
);

interface SectionHeadProps {
  title: ReactNode;
  /** What it holds, in a few words. */
  note?: ReactNode;
  /** What stands at the end of the line. */
  children?: ReactNode;
}

/** The heading of a part of a page that is in no card. */
export const SectionHead = ({ title, note, children }: SectionHeadProps) => (
  <header className={styles['section']}>
    <h2>{title}</h2>
    {note !== undefined && <small>{note}</small>}
    {children}
  </header>
);

/** What is known of a record at a glance: pairs of a label and its value. */
export const Facts = ({ className, ...others }: ComponentProps<'dl'>) => (
  <dl {...others} className={classNames(styles['facts'], className)} />
);
