import { useT } from '../interface.tsx';
import { Menu, type MenuItem } from '../kit/menu.tsx';
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
export function ExportMenu(props: ExportMenuProps) {
  const t = useT();
  return (
    <span data-export>
      <Menu label={t('common.export')} icon="download" items={exportItems(props)} />
    </span>
  );
}

/** The files of a list, as entries of a menu. */
export const exportItems = ({ path, query, others = [] }: ExportMenuProps): MenuItem[] =>
  [
    ...(['csv', 'xlsx'] as const).map((as) => ({ label: as.toUpperCase(), href: listUrl(path, query, { as }) })),
    ...others.map(({ label, href }) => ({ label, href: listUrl(href, query) })),
  ].map((item) => ({ ...item, download: true }));
