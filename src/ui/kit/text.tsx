import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { type Spaces, spaced } from './layout.tsx';
import styles from './text.module.css';

type Tag = 'p' | 'span' | 'small' | 'strong' | 'div' | 'li' | 'h2' | 'h3' | 'dd' | 'a' | 'time' | 'output';

interface TextAppearance extends Omit<Spaces, 'gap'> {
  /** `soft` explains; `done`, `warn` and `problem` say how something stands. */
  tone?: 'soft' | 'done' | 'warn' | 'problem' | undefined;
  /** 13 or 12.5 pixels instead of 14. */
  size?: 'small' | 'fine' | undefined;
  /** Digits of one width, as they stand below each other. */
  number?: boolean | undefined;
  /** In one line. */
  whole?: boolean | undefined;
  /** A long word breaks. */
  breaks?: boolean | undefined;
  /** At the end of its line or bar. */
  last?: boolean | undefined;
}

/** A line or a paragraph of text in one of the few looks that texts have. */
export function Text<E extends Tag = 'p'>({
  as,
  tone,
  size,
  number,
  whole,
  breaks,
  last,
  below,
  above,
  className,
  ...others
}: { as?: E | undefined } & TextAppearance & Omit<ComponentProps<E>, 'style'>) {
  const Element: Tag = as ?? 'p';
  return (
    <Element
      // The elements differ in nothing that is passed.
      {...(others as object)}
      {...spaced(
        { below, above },
        classNames(
          styles['text'],
          tone && styles[tone],
          size && styles[size],
          number && styles['number'],
          whole && styles['whole'],
          breaks && styles['breaks'],
          last && styles['last'],
          className,
        ),
      )}
    />
  );
}

interface UnseenProps extends Omit<ComponentProps<'p'>, 'ref'> {
  as?: 'p' | 'span';
}

/** Only for those who have the page read aloud. */
export const Unseen = ({ as: Element = 'span', ...others }: UnseenProps) => (
  <Element {...others} className={styles['unseen']} />
);
