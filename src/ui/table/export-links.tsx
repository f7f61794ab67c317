import { Icon } from '../icon.tsx';
import { useT } from '../interface.tsx';
import { ButtonLink } from '../kit/button.tsx';
import { type ListQuery, listUrl } from '../page/list-url.ts';

interface ExportLinksProps {
  /** The call that returns the sheet; `as` names its format. */
  path: string;
  /** The list's filters and order. */
  query: ListQuery;
  /** Other files of the same rows. */
  others?: readonly { label: string; href: string }[];
}

/** Links to download the list as shown, one per format. */
export function ExportLinks({ path, query, others = [] }: ExportLinksProps) {
  const t = useT();
  const links = [
    ...(['csv', 'xlsx'] as const).map((as) => ({
      label: t(`common.export_${as}`),
      href: listUrl(path, query, { as }),
    })),
    ...others.map(({ label, href }) => ({ label, href: listUrl(href, query) })),
  ];
  return links.map(({ label, href }) => (
    <ButtonLink key={href} variant="plain" href={href} download>
      <Icon name="download" />
      {label}
    </ButtonLink>
  ));
}
