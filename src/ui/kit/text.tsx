import type { ComponentProps, CSSProperties } from 'react';
import { classNames } from './class-names.ts';
import { apart, type StyleProps } from './style-props.ts';
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

type TextProps<E extends Tag> = { as?: E | undefined } & TextAppearance & Omit<ComponentProps<E>, 'style'>;

const styleProps: StyleProps = {
  flags: {
    strong: styles['strong'],
    number: styles['number'],
    whole: styles['whole'],
    cut: styles['cut'],
    breaks: styles['breaks'],
    mono: styles['mono'],
    typed: styles['typed'],
    grow: styles['grow'],
    last: styles['last'],
  },
  read: new Set('as className tone size lines below above pad widest'.split(' ')),
};

/** A line or a paragraph of text in one of the few looks that texts have. */
export function Text<E extends Tag = 'p'>(props: TextProps<E>) {
  const { as: Element = 'p', className, tone, size, lines }: TextProps<Tag> = props;
  const { classes, others } = apart(styleProps, props);
  const own = classNames(
    styles['text'],
    ...classes,
    tone && styles[tone],
    size && styles[size],
    lines !== undefined && styles['lines'],
    className,
  );
  const style = lines === undefined ? undefined : ({ '--lines': lines } as CSSProperties);
  return <Element {...others} {...spaced(props, own, style)} />;
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
