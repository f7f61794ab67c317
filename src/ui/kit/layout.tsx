import type { ComponentProps, CSSProperties } from 'react';
import { classNames } from './class-names.ts';
import { apart, type StyleProps } from './style-props.ts';
import styles from './layout.module.css';
import texts from './text.module.css';

type Tag =
  | 'div'
  | 'ul'
  | 'ol'
  | 'li'
  | 'dl'
  | 'p'
  | 'span'
  | 'nav'
  | 'section'
  | 'header'
  | 'footer'
  | 'form'
  | 'search'
  | 'label'
  | 'fieldset'
  | 'details'
  | 'summary'
  | 'figure'
  | 'aside'
  | 'a'
  | 'small'
  | 'h2'
  | 'h3'
  | 'dt'
  | 'dd'
  | 'article';

export interface Spaces {
  /** The space between its parts, if it is not the usual one: in pixels, or of rows and columns. */
  gap?: number | string | undefined;
  /** The space below it, in pixels. */
  below?: number | undefined;
  /** The space above it, in pixels. */
  above?: number | undefined;
  /** The space around what it holds: in pixels, or of top and sides. */
  pad?: number | string | undefined;
  /** It is not wider than this, in pixels. */
  widest?: number | undefined;
}

export interface TextStyle {
  /** `soft` explains, `ink` is plain again within it; `done`, `warn` and `problem` say how something stands. */
  tone?: 'soft' | 'ink' | 'done' | 'warn' | 'problem' | undefined;
  /** 13 or 12.5 pixels instead of 14; a `figure` is read at a glance. */
  size?: 'small' | 'fine' | 'figure' | undefined;
  /** A long word breaks. */
  breaks?: boolean | undefined;
}

interface BoxStyle extends TextStyle {
  /**
   * Takes the room that is left in its line, and no more: what it holds is shortened or breaks. Where fewer pixels than
   * this would be left, what does not fit stands in the next line.
   */
  grow?: boolean | number | undefined;
  /** At the end of its line or bar. */
  last?: boolean | undefined;
  /** On a ground of its own: `quiet` or in the colour of what is new or chosen. */
  ground?: 'quiet' | 'accent' | undefined;
  /** A line stands between its parts; with `all`, also above the first. */
  ruled?: boolean | 'all' | undefined;
}

/** Spaces are classes with a size each, so that the style sheet of what is around a part may say otherwise. */
export function spaced({ gap, below, above, pad, widest }: Spaces, classes: string, style?: CSSProperties) {
  // Most parts, of which a list has hundreds.
  if ((gap ?? below ?? above ?? pad ?? widest) === undefined) return { className: classes, style };
  const sizes = {
    '--gap': sizeOf(gap),
    '--below': sizeOf(below),
    '--above': sizeOf(above),
    '--pad': sizeOf(pad),
    '--widest': sizeOf(widest),
  };
  const given = Object.entries(sizes).filter(([, size]) => size !== undefined);
  return {
    className: classNames(classes, ...given.map(([name]) => styles[name.slice(2)])),
    style: given.length === 0 ? style : { ...style, ...Object.fromEntries(given) },
  };
}

const sizeOf = (size: number | string | undefined) => (typeof size === 'number' ? `${size}px` : size);

/** A part as this element, with all that it takes. */
type PartProps<E extends Tag> = { as?: E | undefined } & Spaces & BoxStyle & Omit<ComponentProps<E>, 'style'>;

interface StackAppearance {
  /** 8 px apart instead of 12. */
  tight?: boolean;
  /** As wide as a field that is read at one glance. */
  narrow?: boolean;
}

interface ColumnAppearance extends StackAppearance {
  /** Each is as wide as what it holds. */
  start?: boolean;
  /** In the middle. */
  middle?: boolean;
}

interface InlineAppearance extends StackAppearance {
  /** The first at the left, the last at the right. */
  between?: boolean;
  /** All at the right. */
  end?: boolean;
  /** Never in two lines. */
  whole?: boolean;
  /** What has a label beside what has none: in line at the bottom. */
  low?: boolean;
  /** In line at the top. */
  high?: boolean;
  /** Texts of several sizes: in line with their letters. */
  baseline?: boolean;
  /** All of one height. */
  even?: boolean;
  /** On a phone in one line, which scrolls sideways. */
  sideways?: boolean;
  /** Quiet buttons: their words, not their invisible edges, are in line with the text above. */
  flush?: boolean;
}

interface GridAppearance {
  /** The least width of a column in pixels; 250 is that of a field. */
  least?: number;
  /** The width of each column, instead of as many as there is room for, and what they are on a phone, if not the same. */
  columns?: string;
  onPhone?: string;
  /** Few parts fill the whole width. */
  filled?: boolean;
  /** Those beside each other are of one height. */
  even?: boolean;
  /** Those beside each other are in line in their middle, or with their letters. */
  middle?: boolean;
  baseline?: boolean;
}

/** Parts below each other. */
export const Stack = <E extends Tag = 'div'>(props: ColumnAppearance & PartProps<E>) => part('stack', props);

/** Parts beside each other, in further lines where they do not fit. */
export const Inline = <E extends Tag = 'div'>(props: InlineAppearance & PartProps<E>) => part('inline', props);

/** Parts in as many columns as there is room for, or in columns of given widths. */
export const Grid = <E extends Tag = 'div'>(props: GridAppearance & PartProps<E>) => part('grid', props);

/** The buttons that end a form or a dialog; the one that acts is the last. */
export const Acts = ({ className, ...others }: ComponentProps<'div'>) => (
  <div {...others} className={classNames(styles['acts'], className)} />
);

type AnyProps = ColumnAppearance & InlineAppearance & GridAppearance & PartProps<Tag>;

const styleProps: StyleProps = {
  flags: {
    tight: styles['tight'],
    narrow: styles['narrow'],
    start: styles['high'],
    high: styles['high'],
    low: styles['low'],
    middle: styles['middle'],
    baseline: styles['baseline'],
    between: styles['between'],
    end: styles['end'],
    even: styles['even'],
    whole: styles['whole'],
    sideways: styles['sideways'],
    flush: styles['flush'],
    filled: styles['filled'],
    breaks: texts['breaks'],
    last: texts['last'],
  },
  read: new Set('as className gap below above pad widest least columns onPhone grow ground ruled tone size'.split(' ')),
};

/** Not a component of its own: a list would draw each part twice. */
function part(kind: 'stack' | 'inline' | 'grid', props: AnyProps) {
  const { as: Element = 'div', className, least, columns, onPhone, grow, ground, ruled, tone, size } = props;
  const { classes, others } = apart(styleProps, props);
  const own = classNames(
    styles[kind],
    ...classes,
    tone && texts[tone],
    size && texts[size],
    grow !== undefined && grow !== false && texts[grow === true ? 'grow' : 'growFrom'],
    ground && styles[ground],
    ruled && styles[ruled === 'all' ? 'ruledAll' : 'ruled'],
    columns !== undefined && styles['columns'],
    className,
  );
  const style = {
    ...(least !== undefined && { '--column': `${least}px` }),
    ...(columns !== undefined && { '--columns': columns, '--on-phone': onPhone ?? columns }),
    ...(typeof grow === 'number' && { '--from': `${grow}px` }),
  } as CSSProperties;
  return <Element {...others} {...spaced(props, own, style)} />;
}
