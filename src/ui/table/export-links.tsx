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
  /** Other files of the same rows. */
  others?: readonly { label: string; href: string }[];
}

/** Links to download the list as shown, one per format. */
export function ExportLinks({ path, query, formats = ['csv', 'xlsx'], others = [] }: ExportLinksProps) {
  const t = useT();
  const links = [
    ...formats.map((as) => ({ label: t(`common.export_${as}`), href: listUrl(path, query, { as }) })),
    ...others.map(({ label, href }) => ({ label, href: listUrl(href, query) })),
  ];
  return links.map(({ label, href }) => (
    <a key={href} className={button.plain} href={href} download>
      <Icon name="download" />
      {label}
    </a>
  ));
}
