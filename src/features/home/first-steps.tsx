import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import panel from '#ui/page/panel.module.css';
import type { HomeWords } from './home.messages.ts';
import styles from './home.module.css';

const ways = [
  { name: 'import', href: '/book/import', className: button.primary },
  { name: 'sample', href: '/sample', className: button.button },
  { name: 'book', href: '/book/create', className: button.button },
] as const;

/** Three ways to start with an empty library. */
export function FirstSteps() {
  const t = useT<HomeWords>();
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps">{t('home.empty')}</h2>
      <ul className={styles.ways}>
        {ways.map(({ name, href, className }) => (
          <li key={name} className={panel.panel}>
            <h3>{t(`home.begin_${name}`)}</h3>
            <p>{t(`home.begin_${name}_line`)}</p>
            <a className={className} href={href}>
              {t(`home.begin_${name}_act`)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
