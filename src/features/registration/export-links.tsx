import { Icon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { type ListQuery, listUrl } from '#ui/table/list-url.ts';

/** Downloads of the registrations that a list shows. */
export function ExportLinks({ query }: { query: ListQuery }) {
  const t = useT();
  return (['csv', 'xlsx'] as const).map((as) => (
    <a key={as} className={button.plain} href={listUrl('/registration/export', query, { as })} download>
      <Icon name="download" />
      {t('common.export')} .{as}
    </a>
  ));
}
