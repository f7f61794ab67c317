import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
import button from '../page/button.module.css';
import { type ListQuery, listUrl } from './list-url.ts';

interface ExportLinksProps {
  /** The call that answers the sheet; `as` names its format. */
  path: string;
  /** What the list shows. */
  query: ListQuery;
  /** All where none are named. */
  formats?: readonly ('csv' | 'xlsx')[];
}

/** Downloads of what a list shows, as a sheet of each format. */
export function ExportLinks({ path, query, formats = ['csv', 'xlsx'] }: ExportLinksProps) {
  const t = useT();
  return formats.map((as) => (
    <a key={as} className={button.plain} href={listUrl(path, query, { as })} download>
      <Icon name="download" />
      {t(`common.export_${as}`)}
    </a>
  ));
}
