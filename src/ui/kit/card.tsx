import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';
import { Inline, type Spaces, spaced, Stack } from './layout.tsx';

type Box = 'section' | 'div' | 'ul' | 'ol' | 'li' | 'form' | 'details' | 'dl' | 'aside';

type Tag = Box | 'pre';

/** A part as this element, with all that it takes. */
type PartProps<E extends Tag> = { as?: E | undefined } & ComponentProps<E>;

interface CardProps {
  /** The space between its parts, in pixels; without it, each part has its own. */
  gap?: number | undefined;
  /** It waits for somebody. */
  tone?: 'warn' | undefined;
}

/** A self-contained part of a page. */
export function Card<E extends Tag = 'section'>({ as, gap, tone, className, ...others }: CardProps & PartProps<E>) {
  const Element: Tag = as ?? 'section';
  const classes = classNames(styles['card'], tone && styles[tone], className);
  // The elements differ in nothing that is passed.
  if (gap === undefined || Element === 'pre') return <Element {...(others as object)} className={classes} />;
  return <Stack as={Element} {...others} gap={gap} className={classes} />;
}

interface FrameProps extends Pick<Spaces, 'pad'> {
  /** A list within a text: it has its own margin, and scrolls from this height on, in pixels. */
  most?: number | undefined;
}

/** What scrolls within a page: a table, or a long list. */
export function Frame<E extends Tag = 'div'>({ as, most, pad, className, ...others }: FrameProps & PartProps<E>) {
  const Element: Tag = as ?? 'div';
  const classes = classNames(styles['frame'], most !== undefined && styles['inner'], className);
  const height = most === undefined ? undefined : ({ '--most': `${most}px` } as CSSProperties);
  return <Element {...(others as object)} {...spaced({ pad }, classes, height)} />;
}

/** The heading of a card, with its actions beside it. */
export const CardHead = (props: Omit<ComponentProps<'div'>, 'style'>) => <Inline between tight below={8} {...props} />;

/** A heading with a count or a note beside it. */
export const Noted = ({ className, ...others }: Omit<ComponentProps<'div'>, 'style'>) => (
  <Inline baseline gap="0 10px" {...others} className={classNames(styles['noted'], className)} />
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
  <Inline as="header" baseline gap="4px 12px" below={8} className={classNames(styles['noted'], styles['section'])}>
    <h2>{title}</h2>
    {note !== undefined && <small>{note}</small>}
    {children}
  </Inline>
);

/** What is known of a record at a glance: pairs of a label and its value. */
export const Facts = ({ className, ...others }: ComponentProps<'dl'>) => (
  <dl {...others} className={classNames(styles['facts'], className)} />
);

/** Pairs of a label and its value below each other; a `div` may be around each. */
export const Pairs = ({
  gap,
  below,
  above,
  pad,
  className,
  ...others
}: Spaces & Omit<ComponentProps<'dl'>, 'style'>) => (
  <dl {...others} {...spaced({ gap, below, above, pad }, classNames(styles['pairs'], className))} />
);

/** A text as a program sent or keeps it, letter by letter; it scrolls from this height on, in pixels. */
export const Verbatim = ({
  most = 340,
  className,
  ...others
}: { most?: number } & Omit<ComponentProps<'pre'>, 'style'>) => (
  <pre
    {...others}
    className={classNames(styles['verbatim'], className)}
    style={{ '--most': `${most}px` } as CSSProperties}
  />
);
