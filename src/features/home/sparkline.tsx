import styles from './home.module.css';

const width = 120;
const height = 32;
const edge = 2;

/** A sparkline of values in order, scaled to the highest. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const highest = Math.max(1, ...values);
  const points = values.map((value, index) => {
    const x = edge + (index / Math.max(1, values.length - 1)) * (width - 2 * edge);
    const y = height - edge - (value / highest) * (height - 2 * edge);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg className={styles.sparkline} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <polyline points={points.join(' ')} />
    </svg>
  );
}
