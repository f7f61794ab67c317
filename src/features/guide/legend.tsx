import type { CSSProperties } from 'react';
import { Inline } from '#ui/kit/layout.tsx';
import styles from './legend.module.css';

interface LegendProps {
  /** The labels to show. */
  labels: readonly string[];
  /** All labels of the guide: the position of a label determines its colour and pattern. */
  legends: readonly string[];
}

/** Labels with their colours and patterns. */
export const LegendList = ({ labels, legends }: LegendProps) => (
  <Inline as="span" even gap="2px 12px">
    {labels.map((label) => (
      <Inline as="span" key={label} whole gap={6} breaks>
        <span className={styles.swatch} style={markOf(label, legends)} />
        <span className={styles.text} title={label}>
          {label}
        </span>
      </Inline>
    ))}
  </Inline>
);

/** The fill of a bar: a band for each of its labels, grey if it has none. */
export const LegendBands = ({ labels, legends }: LegendProps) => (
  <span className={styles.bands} aria-hidden="true">
    {labels.map((label) => (
      <span key={label} className={styles.band} style={markOf(label, legends)} />
    ))}
  </span>
);

// As many as in the style sheet. The numbers share no factor but two, so labels of one colour differ in pattern.
const colours = 8;
const patterns = 6;

const markOf = (label: string, legends: readonly string[]) => {
  const index = legends.indexOf(label);
  const mark = { '--legend': `var(--legend-${index % colours})`, '--pattern': `var(--pattern-${index % patterns})` };
  return mark as CSSProperties;
};
