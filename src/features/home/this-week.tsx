import type { Figure } from '#kernel/desk/home.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import panel from '#ui/page/panel.module.css';
import type { HomeWords } from './home.messages.ts';
import styles from './home.module.css';
import { Sparkline } from './sparkline.tsx';

/** The figures of the last seven days. */
export function ThisWeek({ figures }: { figures: Figure[] }) {
  const t = useT<HomeWords>();
  const format = useFormat();
  return (
    <section className={panel.panel} aria-labelledby="this-week">
      <h2 id="this-week">{t('home.this_week')}</h2>
      <ul className={styles.figures}>
        {figures.map(({ label, days, more, href }) => (
          <li key={label} data-key={label}>
            <p>
              <b>{days ? `${format.number(sum(days))}${more ? '+' : ''}` : '–'}</b>
              {href !== null && days ? (
                <a href={href}>{label}</a>
              ) : (
                <span className={styles.soft}>{days ? label : t('home.figure_failed', { label })}</span>
              )}
            </p>
            {days && sum(days) > 0 && (
              <Sparkline values={days} label={t('home.days', { counts: days.map(format.number).join(', ') })} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const sum = (days: readonly number[]) => days.reduce((total, count) => total + count, 0);
