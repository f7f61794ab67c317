import { useT } from '../interface.tsx';
import styles from './breadcrumbs.module.css';

export interface Crumb {
  label: string;
  href: string;
}

/** The path to a record, starting with its list; the record itself is the page's heading. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useT();
  return (
    <nav aria-label={t('record.breadcrumbs')}>
      <ol className={styles.crumbs}>
        {crumbs.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
