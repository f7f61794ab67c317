import type { Figure } from '#kernel/desk/home.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
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
      <Grid as="ul" least={140} gap="0 16px" className={styles.figures}>
        {shown.map(({ label, days, before, more, href }) => (
          <Inline as="li" key={label} data-key={label} between whole high pad="8px 0">
            <Stack gap={0} start>
              <b>{days ? `${format.number(sum(days))}${more ? '+' : ''}` : '–'}</b>
              {href !== null && days ? (
                <a href={href}>{label}</a>
              ) : (
                <Text as="span" tone="soft">
                  {days ? label : t('home.figure_failed', { label })}
                </Text>
              )}
              {days && before > 0 && !more && (
                <Text as="span" tone="soft">
                  {t('home.figure_before', { count: before })}
                </Text>
              )}
            </Stack>
            {days && days.filter((count) => count > 0).length >= fewestDays && (
              <Sparkline values={days} label={t('home.days', { counts: days.map(format.number).join(', ') })} />
            )}
          </Inline>
        ))}
      </Grid>
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
