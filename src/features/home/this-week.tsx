import type { Figure } from '#kernel/desk/home.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Card } from '#ui/kit/card.tsx';
import type { HomeWords } from './home.messages.ts';
import styles from './home.module.css';

// A line of fewer days says nothing.
const fewestDays = 3;

/** The figures of the last seven days that say something: neither zeros nor the same as the week before. */
export function ThisWeek({ figures }: { figures: Figure[] }) {
  const t = useT<HomeWords>();
  const format = useFormat();
  const shown = figures.filter(({ days, before }) => days === null || ![0, before].includes(sum(days)));
  if (shown.length === 0) return null;
  return (
    <Card aria-labelledby="this-week">
      <h2 id="this-week">{t('home.this_week')}</h2>
      <ul className={styles.figures}>
        {shown.map(({ label, days, before, more, href }) => (
          <li key={label} data-key={label}>
            <p>
              <b>{days ? `${format.number(sum(days))}${more ? '+' : ''}` : '–'}</b>
              {href !== null && days ? (
                <a href={href}>{label}</a>
              ) : (
                <span className={styles.soft}>{days ? label : t('home.figure_failed', { label })}</span>
              )}
              {days && before > 0 && !more && (
                <span className={styles.soft}>{t('home.figure_before', { count: before })}</span>
              )}
            </p>
            {days && days.filter((count) => count > 0).length >= fewestDays && (
              <Sparkline values={days} label={t('home.days', { counts: days.map(format.number).join(', ') })} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const sum = (days: readonly number[]) => days.reduce((total, count) => total + count, 0);

const width = 120;
const height = 32;
const edge = 2;

/** A sparkline of values in order, scaled to the highest. */
function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
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
