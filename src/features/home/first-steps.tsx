import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import panel from '#ui/page/panel.module.css';
import type { HomeWords } from './home.messages.ts';
import styles from './home.module.css';

const ways = [
  { name: 'import', href: '/book/import', look: button.primary },
  { name: 'sample', href: '/sample', look: button.button },
  { name: 'book', href: '/book/create', look: button.button },
] as const;

/** Three ways to start with an empty library. */
export function FirstSteps() {
  const t = useT<HomeWords>();
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps">{t('home.empty')}</h2>
      <ul className={styles.ways}>
        {ways.map(({ name, href, look }) => (
          <li key={name} className={panel.panel}>
            <h3>{t(`home.begin_${name}`)}</h3>
            <p>{t(`home.begin_${name}_line`)}</p>
            <a className={look} href={href}>
              {t(`home.begin_${name}_act`)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
