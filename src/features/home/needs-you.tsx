import type { Task } from '#kernel/desk/home.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import panel from '#ui/page/panel.module.css';
import type { HomeWords } from './home.messages.ts';
import styles from './home.module.css';

interface NeedsYouProps {
  tasks: Task[];
  failures: number;
  /** There may be more that has not been counted yet. */
  isCounting: boolean;
}

/** The tasks for staff, most urgent first. */
export function NeedsYou({ tasks, failures, isCounting }: NeedsYouProps) {
  const t = useT<HomeWords>();
  return (
    <section className={panel.panel} aria-labelledby="needs-you">
      <h2 id="needs-you">{t('home.needs_you')}</h2>
      {failures > 0 && <p role="alert">{t('home.needs_failed')}</p>}
      {tasks.length === 0 && failures === 0 && !isCounting && <p className={styles.soft}>{t('home.needs_nothing')}</p>}
      <ul className={styles.lines}>
        {tasks.map(({ level, title, line, href, act }) => (
          <li key={`${href} ${title}`} data-key={`${href} ${title}`} className={styles.task}>
            <span className={styles.dot} data-level={level} role="img" aria-label={t(`home.level_${level}`)} />
            <div>
              <b>{title}</b>
              <p className={styles.soft}>{line}</p>
            </div>
            <a className={button.button} href={href} aria-label={`${act}: ${title}`}>
              {act}
            </a>
          </li>
        ))}
      </ul>
      {isCounting && <p className={styles.soft}>{t('home.needs_counting')}</p>}
    </section>
  );
}
