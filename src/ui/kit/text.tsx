import type { ComponentProps, CSSProperties } from 'react';
import { classNames } from './class-names.ts';
import { type Spaces, spaced, type TextStyle } from './layout.tsx';
import styles from './text.module.css';

type Tag =
  | 'p'
  | 'span'
  | 'small'
  | 'strong'
  | 'div'
  | 'ul'
  | 'li'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'dt'
  | 'dd'
  | 'a'
  | 'b'
  | 'em'
  | 'del'
  | 'ins'
  | 'code'
  | 'time'
  | 'label'
  | 'legend'
  | 'summary'
  | 'figcaption'
  | 'output';

interface TextAppearance extends TextStyle, Omit<Spaces, 'gap'> {
  /** A little bolder, as what names a thing. */
  strong?: boolean | undefined;
  /** Digits of one width, as they stand below each other. */
  number?: boolean | undefined;
  /** In one line. */
  whole?: boolean | undefined;
  /** In one line, which ends in dots where there is no room for it. */
  cut?: boolean | undefined;
  /** At most this many lines, the last of which ends in dots. */
  lines?: number | undefined;
  /** Of a machine: a code, a name of a file. */
  mono?: boolean | undefined;
  /** Its lines end where they were ended. */
  typed?: boolean | undefined;
  /** Takes the room that is left in its line. */
  grow?: boolean | undefined;
  /** At the end of its line or bar. */
  last?: boolean | undefined;
}

/** A line or a paragraph of text in one of the few looks that texts have. */
export function Text<E extends Tag = 'p'>({
  as,
  tone,
  size,
  strong,
  number,
  whole,
  cut,
  lines,
  breaks,
  mono,
  typed,
  grow,
  last,
  below,
  above,
  pad,
  className,
  ...others
}: { as?: E | undefined } & TextAppearance & Omit<ComponentProps<E>, 'style'>) {
  const Element: Tag = as ?? 'p';
  return (
    <Element
      // The elements differ in nothing that is passed.
      {...(others as object)}
      {...spaced(
        { below, above, pad },
        classNames(
          styles['text'],
          tone && styles[tone],
          size && styles[size],
          strong && styles['strong'],
          number && styles['number'],
          whole && styles['whole'],
          cut && styles['cut'],
          lines !== undefined && styles['lines'],
          breaks && styles['breaks'],
          mono && styles['mono'],
          typed && styles['typed'],
          grow && styles['grow'],
          last && styles['last'],
          className,
        ),
        lines === undefined ? undefined : ({ '--lines': lines } as CSSProperties),
      )}
    />
  );
}

interface UnseenProps extends Omit<ComponentProps<'p'>, 'ref'> {
  as?: 'p' | 'span' | 'legend';
}

/** Only for those who have the page read aloud. */
export const Unseen = ({ as: Element = 'span', ...others }: UnseenProps) => (
  <Element {...others} className={styles['unseen']} />
);

/** What a change took away, a `del`, and what it brought, an `ins`, in colours of their own; a row or an item by `data-mark`. */
export const Marked = ({ className, ...others }: ComponentProps<'div'>) => (
  <div {...others} className={classNames(styles['marked'], className)} />
);
