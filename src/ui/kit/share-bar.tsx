import type { CSSProperties, ReactNode } from 'react';
import { Inline } from './layout.tsx';
import styles from './share-bar.module.css';

/** What a part of a whole is: it is ahead, in use, over, bad, missing or withdrawn. */
export type ShareTone = 'ahead' | 'live' | 'over' | 'bad' | 'missing' | 'withdrawn';

/** Its colour is a property of the sheet. */
const toneOf = (tone: ShareTone) => ({ '--tone': `var(--${tone})` }) as CSSProperties;

interface ShareBarProps {
  /** In order; those of nothing are left out. */
  parts: readonly { tone: ShareTone; value: number }[];
}

/** What a whole is made of, as one bar; its figures stand beside it as text. */
export const ShareBar = ({ parts }: ShareBarProps) => (
  <div className={styles.bar} aria-hidden>
    {parts
      .filter(({ value }) => value > 0)
      .map(({ tone, value }) => (
        <i key={tone} style={{ ...toneOf(tone), flexGrow: value }} />
      ))}
  </div>
);

interface ShareNameProps {
  /** Without one, the colour only takes its room. */
  tone?: ShareTone | undefined;
  children: ReactNode;
}

/** The name of a part, beside its colour. */
export const ShareName = ({ tone, children }: ShareNameProps) => (
  <Inline as="span" whole gap={7}>
    <i className={styles.swatch} style={tone && toneOf(tone)} aria-hidden />
    {children}
  </Inline>
);
