import { useFormat, useT } from '../interface.tsx';
import styles from './record-tabs.module.css';

interface RecordTab {
  label: string;
  href: string;
  isCurrent: boolean;
  /** The number of entries in the tab, if it is counted; zero is not shown. */
  count?: number | undefined;
}

/** The parts of a record, each at its own address. */
export function RecordTabs({ tabs }: { tabs: readonly RecordTab[] }) {
  const t = useT();
  const format = useFormat();
  return (
    <nav className={styles.tabs} aria-label={t('record.tabs')} data-tabs>
      {tabs.map(({ label, href, isCurrent, count }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {label} {count ? <small>{format.number(count)}</small> : null}
        </a>
      ))}
    </nav>
  );
}
