import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
import button from '../page/button.module.css';
import { type ListQuery, listUrl } from './list-url.ts';

interface ExportLinksProps {
  /** The call that returns the sheet; `as` names its format. */
  path: string;
  /** The list's filters and order. */
  query: ListQuery;
  /** By default all. */
  formats?: readonly ('csv' | 'xlsx')[];
}

/** Links to download the list as shown, one per format. */
export function ExportLinks({ path, query, formats = ['csv', 'xlsx'] }: ExportLinksProps) {
  const t = useT();
  return formats.map((as) => (
    <a key={as} className={button.plain} href={listUrl(path, query, { as })} download>
      <Icon name="download" />
      {t(`common.export_${as}`)}
    </a>
  ));
}
