import { useT } from '../interface.tsx';
import { Inline } from '../kit/layout.tsx';
import { Link } from '../kit/link.tsx';
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
      <Inline as="ol" gap={0} className={styles.crumbs}>
        {crumbs.map(({ label, href }) => (
          <li key={href}>
            <Link tone="soft" href={href}>
              {label}
            </Link>
          </li>
        ))}
      </Inline>
    </nav>
  );
}
