import { useT } from '../interface.tsx';
import { Menu } from '../kit/menu.tsx';
import { type ListQuery, listUrl } from '../page/list-url.ts';

interface ExportMenuProps {
  /** The call that returns the sheet; `as` names its format. */
  path: string;
  /** The list's filters and order. */
  query: ListQuery;
  /** Other files of the same rows. */
  others?: readonly { label: string; href: string }[];
}

/** Downloads the list as shown, in one of its formats. */
export function ExportMenu({ path, query, others = [] }: ExportMenuProps) {
  const t = useT();
  const items = [
    ...(['csv', 'xlsx'] as const).map((as) => ({ label: as.toUpperCase(), href: listUrl(path, query, { as }) })),
    ...others.map(({ label, href }) => ({ label, href: listUrl(href, query) })),
  ];
  return (
    <span data-export>
      <Menu label={t('common.export')} icon="download" items={items.map((item) => ({ ...item, download: true }))} />
    </span>
  );
}
