import styles from './legend.module.css';

interface LegendProps {
  /** The labels to show. */
  labels: readonly string[];
  /** All labels of the guide: the place of a label gives its colour and pattern. */
  legends: readonly string[];
}

/** Labels with their colours and patterns. */
export const LegendList = ({ labels, legends }: LegendProps) => (
  <span className={styles.labels}>
    {labels.map((label) => (
      <span key={label} className={styles.label}>
        <span className={styles.swatch} {...markOf(label, legends)} />
        {label}
      </span>
    ))}
  </span>
);

/** What a bar is filled with: a band for each of its labels, none in grey. */
export const LegendBands = ({ labels, legends }: LegendProps) => (
  <span className={styles.bands} aria-hidden="true">
    {labels.map((label) => (
      <span key={label} className={styles.band} {...markOf(label, legends)} />
    ))}
  </span>
);

// As many as the style sheet has. The numbers share no factor beyond two, so that labels of one colour differ in pattern.
const colours = 8;
const patterns = 6;

const markOf = (label: string, legends: readonly string[]) => {
  const place = legends.indexOf(label);
  return { 'data-colour': place % colours, 'data-pattern': place % patterns };
};
