import { useFormat, useT } from '../interface.tsx';
import { TabLink, TabLinks } from '../kit/tabs.tsx';

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
    <TabLinks label={t('record.tabs')} data-tabs>
      {tabs.map(({ label, href, isCurrent, count }) => (
        <TabLink key={href} href={href} isCurrent={isCurrent} note={count ? format.number(count) : undefined}>
          {label}
        </TabLink>
      ))}
    </TabLinks>
  );
}
